import type { Screens } from '@/routes/types';

export const certificateDesignScreens: Screens = {
  certificateDesign: () => import('./DesignPage'),
};
