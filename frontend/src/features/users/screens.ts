import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const userScreens: Screens = {
  users: withMessages(() => import('./UserListPage'), 'users'),
  userAdd: withMessages(() => import('./UserAddPage'), 'confirmations', 'users'),
  userEdit: withMessages(() => import('./UserEditPage'), 'confirmations', 'users'),
  userView: withMessages(
    () => import('./UserPage'),
    'audit',
    'confirmations',
    'document',
    'organizations',
    'required_documents',
    'sessions',
    'users',
  ),
};
