import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const staffScreens: Screens = {
  staff: withMessages(() => import('./StaffListPage')),
  staffAdd: withMessages(() => import('./StaffAddPage')),
  staffAddExisting: withMessages(() => import('./StaffAddExistingPage')),
  staffEdit: withMessages(() => import('./StaffEditPage')),
  staffView: withMessages(() => import('./StaffPage')),
};
