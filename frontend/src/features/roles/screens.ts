import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const roleScreens: Screens = {
  roles: withMessages(() => import('./RoleListPage')),
  role: withMessages(() => import('./RolePage')),
  permissions: withMessages(() => import('./PermissionsPage')),
};
