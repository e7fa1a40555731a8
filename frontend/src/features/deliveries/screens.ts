import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const deliveryScreens: Screens = {
  settingsDeliveries: withMessages(() => import('./DeliveryListPage'), 'deliveries'),
};
