import { QueryProvider } from '@/components/QueryProvider';
import { NotificationBell } from '@/features/notifications';
import UserMenu from './UserMenu';

export default function UserTools() {
  return (
    <QueryProvider>
      <NotificationBell />
      <UserMenu />
    </QueryProvider>
  );
}
