import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const roleScreens: Screens = {
  roles: withMessages(() => import('./RoleListPage'), 'roles'),
  role: withMessages(() => import('./RolePage'), 'audit', 'permissions', 'roles'),
  permissions: withMessages(() => import('./PermissionsPage'), 'permissions', 'roles'),
};
