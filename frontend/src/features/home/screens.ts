import type { Screens } from '@/app/screens';

export const homeScreens: Screens = {
  home: () => import('./HomePage'),
};
