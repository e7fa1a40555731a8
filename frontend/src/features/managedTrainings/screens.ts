import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const managedTrainingScreens: Screens = {
  manageTrainings: withMessages(() => import('./TrainingListPage')),
  trainingAdd: withMessages(() => import('./TrainingAddPage')),
  trainingEdit: withMessages(() => import('./TrainingEditPage')),
  trainingView: withMessages(() => import('./TrainingPage')),
};
