import type { Screens } from '@/routes/types';

export const applicationScreens: Screens = {
  applyStaff: () => import('./ApplyStaffPage'),
  applyReview: () => import('./ApplyReviewPage'),
  applyPay: () => import('./ApplyPayPage'),
  applications: () => import('./ApplicationListPage'),
  applicationView: () => import('./ApplicationViewPage'),
};
