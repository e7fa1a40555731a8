import type { Screens } from '@/routes/types';

export const trainerBatchScreens: Screens = {
  myBatches: () => import('./MyBatchListPage'),
  myBatch: () => import('./MyBatchPage'),
};
