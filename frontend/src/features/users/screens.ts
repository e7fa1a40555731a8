import type { Screens } from '@/routes/types';

export const userScreens: Screens = {
  users: () => import('./UserListPage'),
  userAdd: () => import('./UserAddPage'),
  userEdit: () => import('./UserEditPage'),
  userView: () => import('./UserPage'),
};
