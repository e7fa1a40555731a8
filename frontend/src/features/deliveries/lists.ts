import type { DeliveryRow } from '@/api/notifications';
import { listDeliveriesOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { zListDeliveriesQuery } from '@/api/notifications/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** Undelivered messages by email, SMS or push. */
export const deliveries = defineList<DeliveryRow, typeof zListDeliveriesQuery>({
  key: 'deliveries',
  path: paths.settingsDeliveries,
  schema: zListDeliveriesQuery,
  query: (query) => listDeliveriesOptions({ query }),
});
