import { useMutation } from '@tanstack/react-query';
import { getOwnNumberDocument } from '@/api/identity';
import {
  addNumberDocumentMutation,
  listOwnNumberCasesOptions,
  openNumberCaseMutation,
  withdrawNumberCaseMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';
import { continueSession } from '@/lib/session';
import { useInvalidate } from '@/lib/useInvalidate';

/** The user's field of each kind of number. */
export const numberFields = { civil: 'civil_number', passport: 'passport_number' } as const;

/** The user's number cases; open ones first. */
export const ownNumberCasesQuery = () => listOwnNumberCasesOptions();

const useForget = () => useInvalidate('number cases');

/** Opens a number case. */
export function useOpenNumberCase() {
  const forget = useForget();
  return useMutation({
    ...openNumberCaseMutation(),
    onSuccess: (grant) => {
      continueSession(grant);
      return forget();
    },
  });
}

export function useWithdrawNumberCase() {
  const forget = useForget();
  return useMutation({
    ...withdrawNumberCaseMutation(),
    onSuccess: (grant) => {
      continueSession(grant);
      return forget();
    },
  });
}

export function useAddDocument() {
  const forget = useForget();
  return useMutation({ ...addNumberDocumentMutation(), onSuccess: forget });
}

/** Fetches a document that the user uploaded. */
export const fetchOwnDocument = async (caseId: string, documentId: string) => {
  const path = { case_id: caseId, document_id: documentId };
  return toFile(await getOwnNumberDocument({ path, parseAs: 'blob' }));
};
