import { Queries } from '@/components/Queries';
import { NotificationBell } from '@/features/notifications';
import UserMenu from './UserMenu';

export default function UserTools() {
  return (
    <Queries>
      <NotificationBell />
      <UserMenu />
    </Queries>
  );
}
