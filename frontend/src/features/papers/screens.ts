import type { Screens } from '@/routes/types';

export const papersScreens: Screens = {
  certificateDesign: () => import('./DesignPage'),
};
