import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DeliveryRead } from '@/api/notifications';
import { zWebhookEvent, zWebhookStatus } from '@/api/notifications/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { answerText } from './answerTexts';
import { webhookDeliveries } from './lists';
import { webhookQuery } from './queries';
import { getWebhookName } from './webhookForm';

const column = defineColumns<DeliveryRead>();

/** The messages to an endpoint with their status. */
export default function DeliveryListPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: endpoint } = useQuery(webhookQuery(id));
  const name = endpoint ? getWebhookName(endpoint) : t('routes.webhook');
  return (
    <ListPage
      list={webhookDeliveries(id)}
      title={t('webhooks.deliveries')}
      lead={t('webhooks.deliveries_lead', { url: `\u2066${name}\u2069` })}
      trail={[
        { label: t('routes.webhooks'), to: paths.webhooks },
        { label: name, to: href(paths.webhook, { id }) },
      ]}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('webhooks.status'),
          options: zWebhookStatus.options.map((value) => ({
            value,
            label: statusText(t, 'webhook', value),
          })),
        },
        {
          kind: 'choice',
          name: 'event',
          label: t('webhooks.event'),
          options: zWebhookEvent.options.map((value) => ({
            value,
            label: t(`webhooks.events.${value}`),
          })),
        },
      ]}
      columns={[
        column.text('event', t('webhooks.event'), {
          read: ({ event }) => t(`webhooks.events.${event}`),
        }),
        column.date('created_at', t('webhooks.queued_at'), { style: 'datetime' }),
        column.text('attempts', t('webhooks.attempts'), { flex: undefined, width: 110 }),
        column.code('response_status', t('webhooks.answer'), {
          read: (delivery) => answerText(t, delivery),
        }),
        column.date('delivered_at', t('webhooks.delivered_at'), {
          style: 'datetime',
          hidden: true,
        }),
        column.code('id', t('webhooks.message_id'), {
          width: 350,
          hidden: true,
          read: (row) => `msg_${row.id}`,
        }),
        column.status('status', t('webhooks.status'), 'webhook'),
      ]}
      empty={{ title: t('webhooks.no_deliveries'), description: t('webhooks.no_deliveries_hint') }}
    />
  );
}
