import type { Screens } from '@/routes/types';

export const accountScreens: Screens = {
  paymentAccounts: () => import('./AccountListPage'),
  paymentAccount: () => import('./AccountPage'),
  paymentAccountEntries: () => import('./AccountEntriesPage'),
};
