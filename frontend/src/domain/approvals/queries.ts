import {
  getApplicationProgressOptions,
  getApprovalProgressOptions,
} from '@/api/approvals/@tanstack/react-query.gen';

/** The approval progress of the user's organization or staff profile. */
export const progressQuery = () => getApprovalProgressOptions();

/** The approval progress of an application. */
export const applicationProgressQuery = (applicationId: string) =>
  getApplicationProgressOptions({ path: { application_id: applicationId } });
