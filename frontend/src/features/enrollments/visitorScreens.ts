import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const enroll = withMessages(() => import('./EnrollPage'), 'enroll');

// Enrolling and reviewing are one step; both addresses lead to it.
export const enrollScreens: Screens = { enroll, enrollReview: enroll };
