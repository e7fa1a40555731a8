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

/** Each answers what the inquiry has become; a refusal may mean that it is another by now. */
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

/** The content of a file that came with an inquiry. */
export const fetchInquiryFile = async (inquiryId: string, fileId: string) => {
  const path = { inquiry_id: inquiryId, file_id: fileId };
  return toFile(await getInquiryFile({ path, parseAs: 'blob' }));
};

/** The conversation that a link from a mail leads to. */
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
