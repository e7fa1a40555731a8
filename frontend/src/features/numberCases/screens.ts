import type { Screens } from '@/routes/types';

export const numberCaseScreens: Screens = {
  numberCases: () => import('./NumberCaseListPage'),
  numberCase: () => import('./NumberCasePage'),
};
