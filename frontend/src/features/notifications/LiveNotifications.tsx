import { useSession } from '@/lib/session';
import { useNotificationStream } from './useNotificationStream';

/** Listens to the user's notifications. It stands above the layouts, which come and go. */
export function LiveNotifications() {
  useNotificationStream(useSession().user?.id);
  return null;
}
