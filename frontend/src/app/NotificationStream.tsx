import { QueryProvider } from '@/components/QueryProvider';
import { LiveNotifications } from '@/features/notifications';

/** What the signed-in user hears of while any page is open. */
export default function NotificationStream() {
  return (
    <QueryProvider>
      <LiveNotifications />
    </QueryProvider>
  );
}
