import type { Screens } from '@/routes/types';

export const confirmationScreens: Screens = {
  confirmations: () => import('./ConfirmationListPage'),
};
