import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { listNotifications, markNotificationRead } from '@/api/notifications';
import { onResolved } from '@/lib/resolved';
import { invalidate } from '@/lib/useInvalidate';
import { unreadQuery } from './queries';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
// Only the newest notifications; users with more unread ones do not rely on them.
const LOOKED_THROUGH = 100;

/** Marks notifications about a record as read when the user opens or decides it. */
export function useResolvedNotices(userId: string | undefined): void {
  const client = useQueryClient();
  const { pathname } = useLocation();

  useEffect(() => {
    const id = pathname.match(UUID)?.at(-1);
    if (userId && id) void markRecordRead(id, client);
  }, [userId, pathname, client]);

  useEffect(() => {
    if (!userId) return;
    return onResolved((id) => void markRecordRead(id, client));
  }, [userId, client]);
}

async function markRecordRead(recordId: string, client: QueryClient): Promise<void> {
  try {
    const { unread } = await client.ensureQueryData(unreadQuery());
    if (unread === 0) return;
    const { data } = await listNotifications({
      query: { unread: true, page_size: LOOKED_THROUGH },
    });
    const ofRecord = data.data.filter(({ link }) => link?.includes(recordId));
    await Promise.all(
      ofRecord.map(({ id }) => markNotificationRead({ path: { notification_id: id } })),
    );
    if (ofRecord.length > 0) await invalidate(client, ['notifications']);
  } catch (error) {
    // They stay unread, which is harmless.
    console.warn('Notices could not be marked as read', error);
  }
}
