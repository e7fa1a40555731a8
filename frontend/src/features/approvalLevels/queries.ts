import { useMutation } from '@tanstack/react-query';
import type { ContentType, GetApprovalTimesData } from '@/api/approvals';
import {
  createApprovalLevelMutation,
  getApprovalLevelOptions,
  getApprovalTimesOptions,
  listApprovalLevelsOptions,
  listApproverRolesOptions,
  listApproversOptions,
  listLevelOrganizationsOptions,
  orderApprovalLevelsMutation,
  setLevelApproversMutation,
  updateApprovalLevelMutation,
} from '@/api/approvals/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** More than the number of approvers in practice. */
const ALL_SIZE = 500;

export const levelQuery = (id: string) => ({
  ...getApprovalLevelOptions({ path: { level_id: id } }),
  staleTime: 0,
});

/** The levels of a content type in their order, or all. */
export const levelsQuery = (content_type?: ContentType) => ({
  ...listApprovalLevelsOptions({ query: { content_type, page_size: ALL_SIZE } }),
  staleTime: 0,
});

/** The duration of approvals. */
export const timesQuery = (query: GetApprovalTimesData['query']) =>
  getApprovalTimesOptions({ query });

/** All admins who can approve. */
export const approversQuery = listApproversOptions({ query: { page_size: ALL_SIZE } });

/** All roles that a level can be assigned to. */
export const rolesQuery = listApproverRolesOptions();

/** Searches organizations for an approver's limits. */
export const organizationsQuery = (search: string) =>
  listLevelOrganizationsOptions({ query: { search: search || undefined } });

export const useAddLevel = () =>
  useMutation({ ...createApprovalLevelMutation(), onSuccess: useInvalidate('approval levels') });
export const useEditLevel = () =>
  useMutation({ ...updateApprovalLevelMutation(), onSuccess: useInvalidate('approval levels') });
/** Saves the order; refetches after a refusal too, because a level was added or deleted. */
export const useOrderLevels = () =>
  useMutation({ ...orderApprovalLevelsMutation(), onSettled: useInvalidate('approval levels') });
/** A change of levels changes the pending approvers of requests. */
export const useAssignApprovers = () =>
  useMutation({
    ...setLevelApproversMutation(),
    onSuccess: useInvalidate('approval levels', 'approvals'),
  });
