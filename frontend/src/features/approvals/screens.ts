import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const approvalScreens: Screens = {
  myApprovals: withMessages(() => import('./MyApprovalsPage')),
  approvalsOrganizations: withMessages(() => import('./OrganizationApprovalsPage')),
  approvalsStaff: withMessages(() => import('./StaffApprovalsPage')),
  approvalsAnnouncements: withMessages(() => import('./AnnouncementApprovalsPage')),
  approvalsApplications: withMessages(() => import('./ApplicationApprovalsPage')),
  approvalLink: withMessages(() => import('./LinkPage')),
  approval: withMessages(() => import('./ApprovalPage')),
};
