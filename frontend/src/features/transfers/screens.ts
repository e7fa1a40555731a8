import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const transferScreens: Screens = {
  transfers: withMessages(() => import('./TransferListPage'), 'imports', 'transfers'),
};
