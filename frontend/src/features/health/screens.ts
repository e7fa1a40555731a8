import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const healthScreens: Screens = {
  health: withMessages(() => import('./HealthPage'), 'health'),
};
