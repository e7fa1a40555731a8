import type { Screens } from '@/routes/types';

export const offerScreens: Screens = {
  manageTrainings: () => import('./TrainingListPage'),
  trainingAdd: () => import('./TrainingAddPage'),
  trainingEdit: () => import('./TrainingEditPage'),
  trainingView: () => import('./TrainingPage'),
};
