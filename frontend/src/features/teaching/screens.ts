import type { Screens } from '@/routes/types';

export const teachingScreens: Screens = {
  myBatches: () => import('./MyBatchListPage'),
  myBatch: () => import('./MyBatchPage'),
};
