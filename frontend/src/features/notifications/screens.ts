import type { Screens } from '@/routes/types';

const list = () => import('./NotificationListPage');

export const notificationScreens: Screens = {
  notifications: list,
  candidateNotifications: list,
};
