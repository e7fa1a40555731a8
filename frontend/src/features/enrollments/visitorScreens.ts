import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const enroll = withMessages(() => import('./EnrollPage'), 'enroll');

// Both URLs lead to the same page, because enrolling and reviewing are one step.
export const enrollScreens: Screens = { enroll, enrollReview: enroll };
