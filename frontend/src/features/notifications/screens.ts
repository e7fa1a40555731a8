import type { Screens } from '@/routes/types';

export const notificationScreens: Screens = {
  notifications: () => import('./NotificationListPage'),
};
