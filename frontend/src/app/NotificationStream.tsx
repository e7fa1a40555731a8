import { QueryProvider } from '@/components/QueryProvider';
import { LiveNotifications } from '@/features/notifications';

/** Receives live notifications for the signed-in user on every page. */
export default function NotificationStream() {
  return (
    <QueryProvider>
      <LiveNotifications />
    </QueryProvider>
  );
}
