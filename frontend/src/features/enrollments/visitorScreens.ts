import type { Screens } from '@/routes/types';

const enroll = () => import('./EnrollPage');

// Enrolling and reviewing are one step; both addresses lead to it.
export const enrollScreens: Screens = { enroll, enrollReview: enroll };
