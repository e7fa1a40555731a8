import {
  getApplicationProgressOptions,
  getApprovalProgressOptions,
} from '@/api/approvals/@tanstack/react-query.gen';

/** How the submissions of the own organization or staff profile stand. */
export const progressQuery = () => getApprovalProgressOptions();

/** How those of one of the organization's applications stand. */
export const applicationProgressQuery = (applicationId: string) =>
  getApplicationProgressOptions({ path: { application_id: applicationId } });
