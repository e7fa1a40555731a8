import type { Screens } from '@/routes/types';

export const transferScreens: Screens = {
  transfers: () => import('./TransferListPage'),
};
