import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type List = keyof typeof import('./BatchListPage');

const list = (name: List) =>
  withMessages(
    async () => ({ default: (await import('./BatchListPage'))[name] }),
    'batches',
    'calendar',
    'imports',
  );

export const batchScreens: Screens = {
  manageBatches: list('AllBatches'),
  trainingBatches: list('BatchesOfTraining'),
  manageBatch: withMessages(() => import('./BatchPage'), 'audit', 'batches', 'group_messages'),
  trainingBatch: withMessages(() => import('./BatchPage'), 'audit', 'batches', 'group_messages'),
  batchCalendar: withMessages(() => import('./BatchCalendarPage'), 'batches', 'calendar'),
  batchAdd: withMessages(() => import('./BatchAddPage'), 'batches'),
  batchEdit: withMessages(() => import('./BatchEditPage'), 'batches', 'conflict'),
};
