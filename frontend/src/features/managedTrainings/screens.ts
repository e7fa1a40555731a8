import type { Screens } from '@/routes/types';

export const managedTrainingScreens: Screens = {
  manageTrainings: () => import('./TrainingListPage'),
  trainingAdd: () => import('./TrainingAddPage'),
  trainingEdit: () => import('./TrainingEditPage'),
  trainingView: () => import('./TrainingPage'),
};
