import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const trainerBatchScreens: Screens = {
  myBatches: withMessages(() => import('./MyBatchListPage'), 'calendar', 'teaching'),
  myBatch: withMessages(() => import('./MyBatchPage'), 'teaching'),
};
