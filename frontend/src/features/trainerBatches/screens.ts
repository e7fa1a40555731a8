import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const trainerBatchScreens: Screens = {
  myBatches: withMessages(() => import('./MyBatchListPage')),
  myBatch: withMessages(() => import('./MyBatchPage')),
};
