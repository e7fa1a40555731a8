import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const numberCaseScreens: Screens = {
  numberCases: withMessages(() => import('./NumberCaseListPage'), 'number_cases'),
  numberCase: withMessages(
    () => import('./NumberCasePage'),
    'audit',
    'confirmations',
    'document',
    'number_cases',
    'numbers',
  ),
};
