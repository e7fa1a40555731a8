import type { Screens } from '@/routes/types';

export const deliveryScreens: Screens = {
  settingsDeliveries: () => import('./DeliveryListPage'),
};
