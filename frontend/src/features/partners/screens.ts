import type { Screens } from '@/routes/types';

export const partnerScreens: Screens = {
  partnerClients: () => import('./PartnerClientListPage'),
  webhooks: () => import('./WebhookListPage'),
  webhook: () => import('./WebhookPage'),
  webhookDeliveries: () => import('./DeliveryListPage'),
  webhookDelivery: () => import('./DeliveryPage'),
};
