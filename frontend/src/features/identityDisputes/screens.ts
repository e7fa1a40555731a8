import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const identityDisputeScreens: Screens = {
  numberCases: withMessages(() => import('./IdentityDisputeListPage'), 'number_cases'),
  numberCase: withMessages(
    () => import('./IdentityDisputePage'),
    'audit',
    'confirmations',
    'document',
    'number_cases',
    'numbers',
  ),
};
