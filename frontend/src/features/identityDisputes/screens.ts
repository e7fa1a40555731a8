import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const identityDisputeScreens: Screens = {
  numberCases: withMessages(() => import('./IdentityDisputeListPage')),
  numberCase: withMessages(() => import('./IdentityDisputePage')),
};
