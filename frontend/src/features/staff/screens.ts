import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const staffScreens: Screens = {
  staff: withMessages(() => import('./StaffListPage'), 'staff'),
  staffAdd: withMessages(() => import('./StaffAddPage'), 'confirmations', 'staff'),
  staffAddExisting: withMessages(() => import('./StaffAddExistingPage'), 'staff'),
  staffEdit: withMessages(() => import('./StaffEditPage'), 'staff'),
  staffView: withMessages(() => import('./StaffPage'), 'staff'),
};
