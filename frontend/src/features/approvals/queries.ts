import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  decideApprovalMutation,
  getApprovalOptions,
  getApprovalQueryKey,
} from '@/api/approvals/@tanstack/react-query.gen';
import { getOrganizationDocument } from '@/api/identity';
import { useInvalidate } from '@/lib/useInvalidate';

export const approvalQuery = (approvalId: string) =>
  getApprovalOptions({ path: { approval_id: approvalId } });

/** Decides at the level that the request waits at; the answer is its new state. */
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

/** The content of a document that an organization has submitted. */
export const fetchDocument = async (organizationId: string, documentId: string) => {
  const path = { organization_id: organizationId, document_id: documentId };
  return (await getOrganizationDocument({ path, parseAs: 'blob' })).data as Blob;
};
