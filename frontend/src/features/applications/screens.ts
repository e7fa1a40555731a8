import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const applicationScreens: Screens = {
  applyStaff: withMessages(() => import('./ApplyStaffPage')),
  applyReview: withMessages(() => import('./ApplyReviewPage')),
  applyPay: withMessages(() => import('./ApplyPayPage')),
  applications: withMessages(() => import('./ApplicationListPage')),
  applicationView: withMessages(() => import('./ApplicationViewPage')),
};
