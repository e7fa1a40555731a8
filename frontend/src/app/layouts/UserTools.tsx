import { Queries } from '@/components/Queries';
import UserMenu from '@/components/UserMenu';
import NotificationBell from '@/features/notifications/NotificationBell';

export default function UserTools() {
  return (
    <Queries>
      <NotificationBell />
      <UserMenu />
    </Queries>
  );
}
