import type { Screens } from '@/app/screens';

export const numberScreens: Screens = {
  numberCases: () => import('./NumberCaseListPage'),
  numberCase: () => import('./NumberCasePage'),
};
