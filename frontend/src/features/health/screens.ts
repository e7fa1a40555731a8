import type { Screens } from '@/routes/types';

export const healthScreens: Screens = {
  health: () => import('./HealthPage'),
};
