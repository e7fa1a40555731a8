import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { ListPanel } from '@/components/list/ListPanel';
import { StatusChip } from '@/components/StatusChip';
import { answerText } from './answerTexts';
import { webhookDeliveries } from './lists';

const MAX_SHOWN = 5;

/** The latest messages of an endpoint. */
export function DeliveriesPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const deliveries = webhookDeliveries(id);
  return (
    <ListPanel
      title={t('webhooks.latest')}
      to={deliveries.path}
      query={useQuery(deliveries.query({ page_size: MAX_SHOWN }))}
      empty={t('webhooks.no_deliveries')}
      rowHref={deliveries.href}
      renderRow={(delivery) => ({
        title: t(`webhooks.events.${delivery.event}`),
        text: (
          <>
            <DateText value={delivery.created_at} style="datetime" />{' '}
            <bdi dir="ltr">{answerText(t, delivery)}</bdi>
          </>
        ),
        end: <StatusChip noun="webhook" status={delivery.status} />,
      })}
    />
  );
}
