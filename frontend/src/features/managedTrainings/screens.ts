import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const managedTrainingScreens: Screens = {
  manageTrainings: withMessages(() => import('./TrainingListPage'), 'imports', 'offers'),
  trainingAdd: withMessages(() => import('./TrainingAddPage'), 'offers', 'rich_text'),
  trainingEdit: withMessages(
    () => import('./TrainingEditPage'),
    'conflict',
    'document',
    'image',
    'offers',
    'rich_text',
  ),
  trainingView: withMessages(() => import('./TrainingPage'), 'audit', 'offers', 'surveys'),
};
