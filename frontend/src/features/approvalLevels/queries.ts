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

/** More than anybody assigns. */
const ALL = 500;

export const levelQuery = (id: string) => ({
  ...getApprovalLevelOptions({ path: { level_id: id } }),
  staleTime: 0,
});

/** The levels of a content type in their order, or all. */
export const levelsQuery = (content_type?: ContentType) => ({
  ...listApprovalLevelsOptions({ query: { content_type, page_size: ALL } }),
  staleTime: 0,
});

/** How long approval took. */
export const timesQuery = (query: GetApprovalTimesData['query']) =>
  getApprovalTimesOptions({ query });

/** All admins who can approve. */
export const approversQuery = listApproversOptions({ query: { page_size: ALL } });

/** All roles that a level can be assigned to. */
export const rolesQuery = listApproverRolesOptions();

/** Organizations that approvers can be limited to, by what is typed. */
export const organizationsQuery = (search: string) =>
  listLevelOrganizationsOptions({ query: { search: search || undefined } });

export const useAddLevel = () =>
  useMutation({ ...createApprovalLevelMutation(), onSuccess: useInvalidate('approval levels') });
export const useEditLevel = () =>
  useMutation({ ...updateApprovalLevelMutation(), onSuccess: useInvalidate('approval levels') });
/** Stores an order; after a refusal too it is asked for anew: somebody has added or deleted one. */
export const useOrderLevels = () =>
  useMutation({ ...orderApprovalLevelsMutation(), onSettled: useInvalidate('approval levels') });
/** Whose approval is missing may be another one then. */
export const useAssignApprovers = () =>
  useMutation({
    ...setLevelApproversMutation(),
    onSuccess: useInvalidate('approval levels', 'approvals'),
  });
