import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const userScreens: Screens = {
  users: withMessages(() => import('./UserListPage')),
  userAdd: withMessages(() => import('./UserAddPage')),
  userEdit: withMessages(() => import('./UserEditPage')),
  userView: withMessages(() => import('./UserPage')),
};
