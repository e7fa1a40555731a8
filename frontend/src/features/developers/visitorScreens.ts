import type { Screens } from '@/routes/types';

export const developerScreens: Screens = {
  developers: () => import('./DevelopersPage'),
};
