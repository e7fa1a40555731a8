import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const trainingScreens: Screens = {
  trainings: () => import('./TrainingsPage'),
  batches: () => import('./BatchesPage'),
  provider: withMessages(() => import('./OrganizationPage')),
  training: () => import('./TrainingPage'),
  savedBatches: withMessages(() => import('./SavedBatchesPage')),
  compareBatches: withMessages(() => import('./CompareBatchesPage')),
  batch: () => import('./BatchPage'),
};
