import type { Screens } from '@/routes/types';

export const trainingScreens: Screens = {
  trainings: () => import('./TrainingsPage'),
  batches: () => import('./BatchesPage'),
  provider: () => import('./OrganizationPage'),
  training: () => import('./TrainingPage'),
  savedBatches: () => import('./SavedBatchesPage'),
  compareBatches: () => import('./CompareBatchesPage'),
  batch: () => import('./BatchPage'),
};
