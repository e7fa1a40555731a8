import type { Screens } from '@/routes/types';

const enroll = () => import('./EnrollPage');

// Both URLs lead to the same page, because enrolling and reviewing are one step.
export const enrollScreens: Screens = { enroll, enrollReview: enroll };
