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

/** The user's notifications, newest first. */
export const notificationsQuery = (query: ListNotificationsData['query']) => ({
  ...listNotificationsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** The unread count; the stream updates it, and polling covers a broken stream. */
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

/** The push configuration, which changes only with the platform's settings. */
export const pushQuery = () => ({ ...getPushOptions(), staleTime: Number.POSITIVE_INFINITY });
