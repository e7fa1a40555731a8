import type { Screens } from '@/routes/types';

export const approvalScreens: Screens = {
  myApprovals: () => import('./MyApprovalsPage'),
  approvalsOrganizations: () => import('./OrganizationApprovalsPage'),
  approvalsStaff: () => import('./StaffApprovalsPage'),
  approvalsAnnouncements: () => import('./AnnouncementApprovalsPage'),
  approvalsApplications: () => import('./ApplicationApprovalsPage'),
  approvalLink: () => import('./LinkPage'),
  approval: () => import('./ApprovalPage'),
};
