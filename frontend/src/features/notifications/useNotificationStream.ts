import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type NotificationRead, streamNotifications } from '@/api/notifications';
import { currentLocale, localized } from '@/i18n';
import { inOneTab } from '@/lib/inOneTab';
import { refetchUser } from '@/lib/session';
import { toast } from '@/lib/toast';
import { invalidate } from '@/lib/useInvalidate';
import { getInvalidations } from './invalidations';

const RETRY_MS = 3000;
const LONGEST_RETRY_MS = 60_000;

/** A message between tabs: the stream's position, and its notification if any. */
interface StreamMessage {
  id: string;
  notification?: NotificationRead;
}

/**
 * Streams the notifications of `userId`: shows each as a toast and invalidates the affected
 * queries. One tab of the browser has the stream and broadcasts to the others. The server ends a
 * stream with its token, and the client reconnects with a new one.
 */
export function useNotificationStream(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    const name = `itqan-notifications-${userId}`;
    const tabs = new BroadcastChannel(name);
    let place: string | undefined;

    function receive({ id, notification }: StreamMessage): void {
      place = id;
      if (!notification) return;
      toast.info(localized(notification, 'title', currentLocale()));
      const { tags, user } = getInvalidations(notification.kind);
      void invalidate(client, tags);
      if (user) void refetchUser();
    }

    tabs.onmessage = ({ data }: MessageEvent<StreamMessage>) => receive(data);
    const stop = inOneTab(name, (signal) =>
      listen(
        () => place,
        (heard) => {
          tabs.postMessage(heard);
          receive(heard);
        },
        signal,
      ),
    );
    return () => {
      stop();
      tabs.close();
    };
  }, [userId, client]);
}

async function listen(
  lastPlace: () => string | undefined,
  tell: (heard: StreamMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    failures += 1;
    const place = lastPlace();
    try {
      const { stream } = await streamNotifications({
        signal,
        headers: place ? { 'last-event-id': place } : {},
        sseMaxRetryAttempts: 1,
        onSseEvent: ({ id, event, data }) => {
          if (!id || signal.aborted) return;
          failures = 0;
          const isOne = event === 'notification';
          tell({ id, ...(isOne && { notification: data as NotificationRead }) });
        },
      });
      for await (const _ of stream);
    } catch (error) {
      if (!signal.aborted) console.warn('The notification stream broke', error);
    }
    await pause(retryDelay(failures), signal);
  }
}

/** Exponential backoff with jitter, so that clients of a lost server do not reconnect together. */
function retryDelay(failures: number): number {
  const longest = Math.min(RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  return (longest * (1 + Math.random())) / 2;
}

/** Waits until the delay is over or the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
