import { listPartnerClientsOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListPartnerClientsQuery } from '@/api/identity/zod.gen';
import type { DeliveryRead, EndpointRead } from '@/api/notifications';
import {
  listWebhookDeliveriesOptions,
  listWebhookEndpointsOptions,
} from '@/api/notifications/@tanstack/react-query.gen';
import {
  zListWebhookDeliveriesQuery,
  zListWebhookEndpointsQuery,
} from '@/api/notifications/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';
import { FOLLOW_MS, isUnderWay } from './queries';

/** The programs that call for the organization. */
export const apiClients = defineList({
  key: 'partner-clients',
  path: paths.partnerClients,
  schema: zListPartnerClientsQuery,
  query: (query) => listPartnerClientsOptions({ query }),
});

/** The organization's webhook endpoints. */
export const webhooks = defineList({
  key: 'webhooks',
  path: paths.webhooks,
  schema: zListWebhookEndpointsQuery,
  query: (query) => listWebhookEndpointsOptions({ query }),
  href: ({ id }: EndpointRead) => href(paths.webhook, { id }),
});

/** The messages to an endpoint. */
export const webhookDeliveries = (id: string) =>
  defineList({
    key: `webhook-deliveries-${id}`,
    path: href(paths.webhookDeliveries, { id }),
    schema: zListWebhookDeliveriesQuery,
    query: (query) => ({
      ...listWebhookDeliveriesOptions({ path: { endpoint_id: id }, query }),
      refetchInterval: ({ state: { data } }) => (data?.data.some(isUnderWay) ? FOLLOW_MS : false),
    }),
    href: (row: DeliveryRead) => href(paths.webhookDelivery, { id, deliveryId: row.id }),
  });
