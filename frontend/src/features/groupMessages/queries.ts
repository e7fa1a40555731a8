import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AudienceQuestion,
  countGroupMessageReceivers,
  type GroupMessageDetail,
  type GroupMessageDraft,
  previewGroupMessage,
} from '@/api/notifications';
import {
  cancelGroupMessageMutation,
  createGroupMessageMutation,
  getGroupMessageOptions,
  getGroupMessageQueryKey,
  updateGroupMessageMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

const MOVING_MS = 2000;

/** A message, polled while it is being sent. */
export const groupMessageQuery = (messageId: string) => ({
  ...getGroupMessageOptions({ path: { message_id: messageId } }),
  refetchInterval: ({ state: { data } }: { state: { data?: GroupMessageDetail } }) =>
    data && isMoving(data) ? MOVING_MS : (false as const),
});

/** Returns whether the message is being sent or will be soon. */
function isMoving({ status, send_at, channels }: GroupMessageDetail) {
  const isDue = status === 'scheduled' && Date.parse(send_at) < Date.now();
  return isDue || status === 'sending' || channels.some(({ waiting }) => waiting > 0);
}

/** The number of recipients at the moment. */
export const countQuery = (audience: AudienceQuestion['audience'] | null) =>
  queryOptions({
    queryKey: ['group message receivers', audience],
    queryFn: async ({ signal }) =>
      audience && (await countGroupMessageReceivers({ body: { audience }, signal })).data,
    enabled: audience !== null,
    placeholderData: audience ? keepPreviousData : undefined,
    retry: false,
  });

/** A rendered preview of a message. */
export const previewQuery = (body: GroupMessageDraft, enabled: boolean) =>
  queryOptions({
    queryKey: ['group message preview', body],
    queryFn: async ({ signal }) => (await previewGroupMessage({ body, signal })).data,
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  });

/**
 * Mutations of a message; they refetch after a refusal too, because the message may have changed.
 */
function useInvalidateMessages() {
  const client = useQueryClient();
  const refresh = useInvalidate('group messages');
  return {
    onSuccess: (changed: GroupMessageDetail) => {
      client.setQueryData(getGroupMessageQueryKey({ path: { message_id: changed.id } }), changed);
      return refresh();
    },
    onError: refresh,
  };
}

export const useWrite = () =>
  useMutation({ ...createGroupMessageMutation(), ...useInvalidateMessages() });
export const useEdit = () =>
  useMutation({ ...updateGroupMessageMutation(), ...useInvalidateMessages() });
export const useStop = () =>
  useMutation({ ...cancelGroupMessageMutation(), ...useInvalidateMessages() });
