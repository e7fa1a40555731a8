import type { Screens } from '@/routes/types';

type List = keyof typeof import('./BatchListPage');

const list = (name: List) => async () => ({ default: (await import('./BatchListPage'))[name] });

export const batchScreens: Screens = {
  manageBatches: list('AllBatches'),
  trainingBatches: list('BatchesOfTraining'),
  manageBatch: () => import('./BatchPage'),
  trainingBatch: () => import('./BatchPage'),
  batchCalendar: () => import('./BatchCalendarPage'),
  batchAdd: () => import('./BatchAddPage'),
  batchEdit: () => import('./BatchEditPage'),
};
