import type { Screens } from '@/routes/types';

export const sharingScreens: Screens = {
  candidateSharing: () => import('./SharingPage'),
};
