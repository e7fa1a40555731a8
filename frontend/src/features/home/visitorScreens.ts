import type { Screens } from '@/routes/types';

export const homeScreens: Screens = {
  home: () => import('./HomePage'),
};
