import type { Screens } from '@/routes/types';

export const cannedAnswerScreens: Screens = {
  cannedAnswers: () => import('./CannedAnswerListPage'),
};
