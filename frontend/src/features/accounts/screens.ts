import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const accountScreens: Screens = {
  paymentAccounts: withMessages(() => import('./AccountListPage'), 'accounts'),
  paymentAccount: withMessages(() => import('./AccountPage'), 'accounts', 'audit'),
  paymentAccountEntries: withMessages(() => import('./AccountEntriesPage'), 'accounts'),
};
