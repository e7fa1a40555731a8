import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const applicationScreens: Screens = {
  applyStaff: withMessages(() => import('./ApplyStaffPage'), 'applications', 'submission'),
  applyReview: withMessages(() => import('./ApplyReviewPage'), 'applications', 'submission'),
  applyPay: withMessages(() => import('./ApplyPayPage'), 'applications'),
  applications: withMessages(() => import('./ApplicationListPage'), 'applications', 'submission'),
  applicationView: withMessages(
    () => import('./ApplicationViewPage'),
    'applications',
    'audit',
    'progress',
    'submission',
  ),
};
