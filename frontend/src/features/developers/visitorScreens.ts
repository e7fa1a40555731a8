import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const developerScreens: Screens = {
  developers: withMessages(() => import('./DevelopersPage'), 'developers'),
};
