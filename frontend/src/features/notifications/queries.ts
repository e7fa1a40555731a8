import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ListNotificationsData } from '@/api/notifications';
import {
  clearNotificationsMutation,
  getPushOptions,
  getUnreadNotificationCountOptions,
  listNotificationsOptions,
  markAllNotificationsReadMutation,
  markNotificationReadMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** The own notifications, newest first. */
export const notificationsQuery = (query: ListNotificationsData['query']) => ({
  ...listNotificationsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** How many are unread; the stream keeps it fresh, the interval makes up for a stream that broke. */
export const unreadQuery = () => ({
  ...getUnreadNotificationCountOptions(),
  refetchInterval: 120_000,
});

export function useMarkRead() {
  return useMutation({
    ...markNotificationReadMutation(),
    onSuccess: useInvalidate('notifications'),
  });
}

export function useMarkAllRead() {
  const refresh = useInvalidate('notifications');
  return useMutation({ ...markAllNotificationsReadMutation(), onSuccess: refresh });
}

export function useClearNotifications() {
  const refresh = useInvalidate('notifications');
  return useMutation({ ...clearNotificationsMutation(), onSuccess: refresh });
}

/** With what a browser registers for pushes: the same until the platform is configured anew. */
export const pushQuery = () => ({ ...getPushOptions(), staleTime: Number.POSITIVE_INFINITY });
