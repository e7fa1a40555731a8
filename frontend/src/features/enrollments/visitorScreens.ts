import type { Screens } from '@/routes/types';

export const enrollScreens: Screens = {
  enroll: () => import('./EnrollPage'),
  enrollReview: () => import('./ReviewPage'),
};
