import { useSession } from '@/lib/session';
import { useNotificationStream } from './useNotificationStream';
import { usePush } from './usePush';
import { useResolvedNotices } from './useResolvedNotices';

/** Listens to the user's notifications, and has them pushed where that was permitted. It stands above the layouts, which come and go. */
export function LiveNotifications() {
  const { user } = useSession();
  useNotificationStream(user?.id);
  useResolvedNotices(user?.id);
  usePush(user?.id);
  return null;
}
