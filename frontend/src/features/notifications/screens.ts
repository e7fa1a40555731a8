import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const list = withMessages(() => import('./NotificationListPage'), 'notifications');

export const notificationScreens: Screens = {
  notifications: list,
  candidateNotifications: list,
};
