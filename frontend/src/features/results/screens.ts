import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const resultScreens: Screens = {
  batchResults: withMessages(() => import('./ResultsPage'), 'attendance', 'edit_grid', 'results'),
  myBatchResults: withMessages(
    async () => ({ default: (await import('./ResultsPage')).TrainerResultsPage }),
    'attendance',
    'edit_grid',
    'results',
  ),
};
