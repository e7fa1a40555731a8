import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const resultScreens: Screens = {
  batchResults: withMessages(() => import('./ResultsPage')),
  myBatchResults: withMessages(async () => ({ default: (await import('./ResultsPage')).TrainerResultsPage })),
};
