import type { Screens } from '@/routes/types';

export const appealScreens: Screens = {
  appeals: () => import('./AppealListPage'),
  appeal: () => import('./AppealPage'),
};
