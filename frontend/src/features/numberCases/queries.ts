import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getNumberCaseDocument } from '@/api/identity';
import {
  decideNumberCaseMutation,
  getNumberCaseOptions,
  getNumberCaseQueryKey,
} from '@/api/identity/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

export const caseQuery = (caseId: string) => getNumberCaseOptions({ path: { case_id: caseId } });

/** Decides a case; the response has the new state. */
export function useDecide(caseId: string) {
  const client = useQueryClient();
  const refresh = useInvalidate('number cases', 'confirmations');
  return useMutation({
    ...decideNumberCaseMutation(),
    onSuccess: (decided) => {
      client.setQueryData(getNumberCaseQueryKey({ path: { case_id: caseId } }), decided);
      return refresh();
    },
  });
}

/** Fetches the content of an uploaded document. */
export const fetchCaseDocument = async (caseId: string, documentId: string) => {
  const path = { case_id: caseId, document_id: documentId };
  return toFile(await getNumberCaseDocument({ path, parseAs: 'blob' }));
};
