import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const approvalScreens: Screens = {
  myApprovals: withMessages(
    () => import('./MyApprovalsPage'),
    'approvals',
    'bulk',
    'delegations',
    'document_viewer',
    'required_documents',
    'submission',
  ),
  approvalsOrganizations: withMessages(() => import('./OrganizationApprovalsPage'), 'approvals'),
  approvalsStaff: withMessages(() => import('./StaffApprovalsPage'), 'approvals'),
  approvalsAnnouncements: withMessages(() => import('./AnnouncementApprovalsPage'), 'approvals'),
  approvalsApplications: withMessages(() => import('./ApplicationApprovalsPage'), 'approvals'),
  approvalLink: withMessages(() => import('./LinkPage'), 'approvals'),
  approval: withMessages(
    () => import('./ApprovalPage'),
    'approval_notes',
    'approvals',
    'delegations',
    'document_viewer',
    'handovers',
    'required_documents',
    'submission',
  ),
};
