import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const cannedAnswerScreens: Screens = {
  cannedAnswers: withMessages(
    () => import('./CannedAnswerListPage'),
    'canned_answers',
    'deletion',
    'order',
  ),
};
