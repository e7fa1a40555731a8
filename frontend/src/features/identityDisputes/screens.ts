import type { Screens } from '@/routes/types';

export const identityDisputeScreens: Screens = {
  numberCases: () => import('./IdentityDisputeListPage'),
  numberCase: () => import('./IdentityDisputePage'),
};
