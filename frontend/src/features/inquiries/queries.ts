import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getInquiryFile, type InquiryDetail, type ThreadRead } from '@/api/notifications';
import {
  addInquiryMessageMutation,
  addInquiryNoteMutation,
  answerInquiryMutation,
  assignInquiryMutation,
  getInquiryOptions,
  getInquiryQueryKey,
  getInquiryThreadOptions,
  getInquiryThreadQueryKey,
  moveInquiryMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

export const inquiryQuery = (inquiryId: string) =>
  getInquiryOptions({ path: { inquiry_id: inquiryId } });

/** Mutations of an inquiry; they refetch after a refusal too, because it may have changed. */
function useInvalidateInquiries() {
  const client = useQueryClient();
  const refresh = useInvalidate('queries');
  return {
    onSuccess: (changed: InquiryDetail) => {
      client.setQueryData(getInquiryQueryKey({ path: { inquiry_id: changed.id } }), changed);
      return refresh();
    },
    onError: refresh,
  };
}

export const useAnswer = () =>
  useMutation({ ...answerInquiryMutation(), ...useInvalidateInquiries() });
export const useNote = () =>
  useMutation({ ...addInquiryNoteMutation(), ...useInvalidateInquiries() });
export const useAssign = () =>
  useMutation({ ...assignInquiryMutation(), ...useInvalidateInquiries() });
export const useMove = () => useMutation({ ...moveInquiryMutation(), ...useInvalidateInquiries() });

/** Fetches an attachment of an inquiry. */
export const fetchInquiryFile = async (inquiryId: string, fileId: string) => {
  const path = { inquiry_id: inquiryId, file_id: fileId };
  return toFile(await getInquiryFile({ path, parseAs: 'blob' }));
};

/** The conversation of an emailed link. */
export const threadQuery = (token: string) => ({
  ...getInquiryThreadOptions({ path: { token } }),
  retry: false,
});

export function useAddMessage(token: string) {
  const client = useQueryClient();
  return useMutation({
    ...addInquiryMessageMutation(),
    onSuccess: (thread: ThreadRead) =>
      client.setQueryData(getInquiryThreadQueryKey({ path: { token } }), thread),
  });
}
