import type { Screens } from '@/routes/types';

export const apiClientScreens: Screens = {
  partnerClients: () => import('./ApiClientListPage'),
  webhooks: () => import('./WebhookListPage'),
  webhook: () => import('./WebhookPage'),
  webhookDeliveries: () => import('./DeliveryListPage'),
  webhookDelivery: () => import('./DeliveryPage'),
};
