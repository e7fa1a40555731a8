import type { Screens } from '@/routes/types';

export const numberScreens: Screens = {
  numberCases: () => import('./NumberCaseListPage'),
  numberCase: () => import('./NumberCasePage'),
};
