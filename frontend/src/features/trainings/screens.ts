import type { Screens } from '@/app/screens';

export const trainingScreens: Screens = {
  trainings: () => import('./TrainingsPage'),
  batches: () => import('./BatchesPage'),
  batch: () => import('./BatchPage'),
};
