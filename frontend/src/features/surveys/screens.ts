import type { Screens } from '@/routes/types';

export const surveyScreens: Screens = {
  batchSurvey: () => import('./SurveyPage'),
  myBatchSurvey: async () => ({ default: (await import('./SurveyPage')).TrainerSurveyPage }),
};
