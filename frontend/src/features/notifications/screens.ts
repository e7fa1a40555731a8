import type { Screens } from '@/app/screens';

export const notificationScreens: Screens = {
  notifications: () => import('./NotificationListPage'),
};
