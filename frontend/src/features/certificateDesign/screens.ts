import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const certificateDesignScreens: Screens = {
  certificateDesign: withMessages(() => import('./DesignPage'), 'papers'),
};
