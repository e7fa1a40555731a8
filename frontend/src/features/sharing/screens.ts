import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const sharingScreens: Screens = {
  candidateSharing: withMessages(() => import('./SharingPage'), 'sharing'),
};
