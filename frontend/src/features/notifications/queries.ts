import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListNotificationsData } from '@/api/notifications';
import {
  countUnreadNotificationsOptions,
  listNotificationsOptions,
  readAllNotificationsMutation,
  readNotificationMutation,
} from '@/api/notifications/@tanstack/react-query.gen';

/** The own notifications, newest first. */
export const notificationsQuery = (query: ListNotificationsData['query']) => ({
  ...listNotificationsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** How many are unread; the stream keeps it fresh, the interval makes up for a stream that broke. */
export const unreadQuery = () => ({
  ...countUnreadNotificationsOptions(),
  refetchInterval: 120_000,
});

/** Drops what is known of the notifications, so that it is asked for again. */
function useRefreshNotifications() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['listNotifications', 'countUnreadNotifications'].map((id) =>
        client.invalidateQueries({ queryKey: [{ _id: id }] }),
      ),
    );
}

export function useMarkRead() {
  const refresh = useRefreshNotifications();
  return useMutation({ ...readNotificationMutation(), onSuccess: refresh });
}

export function useMarkAllRead() {
  const refresh = useRefreshNotifications();
  return useMutation({ ...readAllNotificationsMutation(), onSuccess: refresh });
}
