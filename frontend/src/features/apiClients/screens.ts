import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const apiClientScreens: Screens = {
  partnerClients: withMessages(() => import('./ApiClientListPage')),
  webhooks: withMessages(() => import('./WebhookListPage')),
  webhook: withMessages(() => import('./WebhookPage')),
  webhookDeliveries: withMessages(() => import('./DeliveryListPage')),
  webhookDelivery: withMessages(() => import('./DeliveryPage')),
};
