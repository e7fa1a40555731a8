import type { Screens } from '@/routes/types';

export const resultScreens: Screens = {
  batchResults: () => import('./ResultsPage'),
  myBatchResults: async () => ({ default: (await import('./ResultsPage')).TrainerResultsPage }),
};
