import { useSession } from '@/lib/session';
import { useNotificationStream } from './useNotificationStream';
import { useResolvedNotices } from './useResolvedNotices';

/** Listens to the user's notifications. It stands above the layouts, which come and go. */
export function LiveNotifications() {
  const { user } = useSession();
  useNotificationStream(user?.id);
  useResolvedNotices(user?.id);
  return null;
}
