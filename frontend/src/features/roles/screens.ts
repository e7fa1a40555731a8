import type { Screens } from '@/routes/types';

export const roleScreens: Screens = {
  roles: () => import('./RoleListPage'),
  role: () => import('./RolePage'),
  permissions: () => import('./PermissionsPage'),
};
