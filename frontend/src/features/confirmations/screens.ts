import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const confirmationScreens: Screens = {
  confirmations: withMessages(() => import('./ConfirmationListPage'), 'confirmations'),
};
