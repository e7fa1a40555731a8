import { Queries } from '@/components/Queries';
import { LiveNotifications } from '@/features/notifications';

/** What the signed-in user hears of while any page is open. */
export default function Live() {
  return (
    <Queries>
      <LiveNotifications />
    </Queries>
  );
}
