import { useSession } from '@/lib/session';
import { useNotificationStream } from './useNotificationStream';
import { usePush } from './usePush';
import { useResolvedNotices } from './useResolvedNotices';

/**
 * Receives the user's notifications, and registers for push if permitted. It is outside the
 * layouts, so it stays mounted.
 */
export function LiveNotifications() {
  const { user } = useSession();
  useNotificationStream(user?.id);
  useResolvedNotices(user?.id);
  usePush(user?.id);
  return null;
}
