import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const surveyScreens: Screens = {
  batchSurvey: withMessages(() => import('./SurveyPage'), 'surveys'),
  myBatchSurvey: withMessages(
    async () => ({ default: (await import('./SurveyPage')).TrainerSurveyPage }),
    'surveys',
  ),
};
