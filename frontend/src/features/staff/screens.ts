import type { Screens } from '@/routes/types';

export const staffScreens: Screens = {
  staff: () => import('./StaffListPage'),
  staffAdd: () => import('./StaffAddPage'),
  staffAddExisting: () => import('./StaffAddExistingPage'),
  staffEdit: () => import('./StaffEditPage'),
  staffView: () => import('./StaffPage'),
};
