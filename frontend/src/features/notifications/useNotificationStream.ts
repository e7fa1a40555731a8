import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type NotificationRead, streamNotifications } from '@/api/notifications';
import { currentLocale, localized } from '@/i18n';
import { recheckUser } from '@/lib/session';
import { toast } from '@/lib/toast';
import { invalidate } from '@/lib/useInvalidate';
import { touched } from './touched';

const RETRY_MS = 3000;

/**
 * Hears the notifications of `userId` as they come: a toast tells of each, and what it may have
 * changed is asked for again. The server ends a stream with its token; it is opened again.
 */
export function useNotificationStream(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    const stop = new AbortController();

    function receive(notification: NotificationRead): void {
      toast.info(localized(notification, 'title', currentLocale()));
      const { tags, user } = touched(notification.kind);
      void invalidate(client, tags);
      if (user) void recheckUser();
    }

    void listen(receive, stop.signal);
    return () => stop.abort();
  }, [userId, client]);
}

async function listen(
  receive: (notification: NotificationRead) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastId: string | undefined;
  while (!signal.aborted) {
    try {
      const { stream } = await streamNotifications({
        signal,
        headers: lastId ? { 'last-event-id': lastId } : {},
      });
      for await (const event of stream) {
        const notification = event as unknown as NotificationRead;
        lastId = notification.id;
        receive(notification);
      }
    } catch (error) {
      if (!signal.aborted) console.warn('The notification stream broke', error);
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
