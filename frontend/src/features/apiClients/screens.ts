import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const apiClientScreens: Screens = {
  partnerClients: withMessages(() => import('./ApiClientListPage'), 'partners'),
  webhooks: withMessages(() => import('./WebhookListPage'), 'partners', 'webhooks'),
  webhook: withMessages(() => import('./WebhookPage'), 'audit', 'partners', 'webhooks'),
  webhookDeliveries: withMessages(() => import('./DeliveryListPage'), 'partners', 'webhooks'),
  webhookDelivery: withMessages(() => import('./DeliveryPage'), 'partners', 'webhooks'),
};
