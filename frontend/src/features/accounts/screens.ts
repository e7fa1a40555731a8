import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const accountScreens: Screens = {
  paymentAccounts: withMessages(() => import('./AccountListPage')),
  paymentAccount: withMessages(() => import('./AccountPage')),
  paymentAccountEntries: withMessages(() => import('./AccountEntriesPage')),
};
