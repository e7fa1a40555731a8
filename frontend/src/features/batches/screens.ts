import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type List = keyof typeof import('./BatchListPage');

const list = (name: List) => withMessages(async () => ({ default: (await import('./BatchListPage'))[name] }));

export const batchScreens: Screens = {
  manageBatches: list('AllBatches'),
  trainingBatches: list('BatchesOfTraining'),
  manageBatch: withMessages(() => import('./BatchPage')),
  trainingBatch: withMessages(() => import('./BatchPage')),
  batchCalendar: withMessages(() => import('./BatchCalendarPage')),
  batchAdd: withMessages(() => import('./BatchAddPage')),
  batchEdit: withMessages(() => import('./BatchEditPage')),
};
