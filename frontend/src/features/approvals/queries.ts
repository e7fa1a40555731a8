import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestDetail } from '@/api/approvals';
import {
  createApprovalNoteMutation,
  createDelegationMutation,
  decideApprovalMutation,
  endDelegationMutation,
  getApprovalOptions,
  getApprovalQueryKey,
  listApprovalNotesOptions,
  listApprovalNotesQueryKey,
  listApproversOptions,
  listDelegationsOptions,
  reassignApprovalMutation,
} from '@/api/approvals/@tanstack/react-query.gen';
import { getOrganizationDocument, getStaffDocument } from '@/api/identity';
import { toFile } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

export const approvalQuery = (approvalId: string) =>
  getApprovalOptions({ path: { approval_id: approvalId } });

/** Reassigns the current level; the response has the new state. */
export function useReassign(approvalId: string) {
  const client = useQueryClient();
  const refresh = useInvalidate('approvals');
  return useMutation({
    ...reassignApprovalMutation(),
    onSuccess: (request) => {
      client.setQueryData(getApprovalQueryKey({ path: { approval_id: approvalId } }), request);
      return refresh();
    },
  });
}

/** Decides at the request's current level; the response has its new state. */
export function useDecide(approvalId: string) {
  const client = useQueryClient();
  const refresh = useInvalidate('approvals');
  return useMutation({
    ...decideApprovalMutation(),
    onSuccess: (request) => {
      client.setQueryData(getApprovalQueryKey({ path: { approval_id: approvalId } }), request);
      return refresh();
    },
  });
}

/** The approvers' notes on a request. */
export const notesQuery = (approvalId: string) =>
  listApprovalNotesOptions({ path: { approval_id: approvalId } });

/** Adds a note; the response has all notes. */
export function useAddNote(approvalId: string) {
  const client = useQueryClient();
  return useMutation({
    ...createApprovalNoteMutation(),
    onSuccess: (notes) =>
      client.setQueryData(listApprovalNotesQueryKey({ path: { approval_id: approvalId } }), notes),
  });
}

/** The delegations from and to the user. */
export const delegationsQuery = listDelegationsOptions();

/** All admins who can be delegates, in one page. */
export const adminsQuery = listApproversOptions({ query: { page_size: 500 } });

export const useDelegate = () =>
  useMutation({ ...createDelegationMutation(), onSuccess: useInvalidate('approvals') });
/** Ends a delegation; refetches after a refusal too, because it had ended already. */
export const useEndDelegation = (onSuccess: () => void) =>
  useMutation({ ...endDelegationMutation(), onSuccess, onSettled: useInvalidate('approvals') });

/** Fetches a submitted document of an organization or staff member. */
export async function fetchDocument(request: RequestDetail, document_id: string) {
  const answer =
    request.content_type === 'staff'
      ? getStaffDocument({
          path: { profile_id: request.content_id, document_id },
          parseAs: 'blob',
        })
      : getOrganizationDocument({
          path: { organization_id: request.organization_id ?? '', document_id },
          parseAs: 'blob',
        });
  return toFile(await answer);
}
