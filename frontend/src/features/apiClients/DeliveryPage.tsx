import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DeliveryDetail } from '@/api/notifications';
import { DateText } from '@/components/DateText';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { CodeBlock } from '@/components/record/CodeBlock';
import { Details } from '@/components/record/Details';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { toast } from '@/lib/toast';
import { Answers } from './Answers';
import { webhookDeliveries } from './lists';
import { deliveryQuery, useResend } from './queries';

/** A message with its payload and the response to each attempt. */
export default function DeliveryPage() {
  const { t } = useTranslation();
  const { id = '', deliveryId = '' } = useParams();
  return (
    <RecordPage
      list={webhookDeliveries(id)}
      listTitle={t('webhooks.deliveries')}
      id={deliveryId}
      query={useQuery(deliveryQuery(id, deliveryId))}
      notFound="errors.webhook_delivery.not_found"
      title={(delivery) =>
        delivery ? t(`webhooks.events.${delivery.event}`) : t('routes.webhookDelivery')
      }
      status={({ status }) => <StatusChip noun="webhook" status={status} size="medium" />}
      action={(delivery) => hasEnded(delivery) && <Resend id={id} delivery={delivery} />}
    >
      {(delivery) => (
        <>
          <TitledCard title={t('webhooks.payload')}>
            <Details
              entries={[
                [
                  t('webhooks.message_id'),
                  <Box component="bdi" key="id" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
                    {messageId(delivery)}
                  </Box>,
                ],
                [
                  t('webhooks.queued_at'),
                  <DateText key="created" value={delivery.created_at} style="datetime" />,
                ],
                [t('webhooks.attempts'), delivery.attempts],
                delivery.status === 'queued' &&
                  delivery.attempts > 0 && [
                    t('webhooks.next_attempt'),
                    <DateText key="next" value={delivery.next_attempt_at} style="datetime" />,
                  ],
                delivery.delivered_at && [
                  t('webhooks.delivered_at'),
                  <DateText key="delivered" value={delivery.delivered_at} style="datetime" />,
                ],
              ]}
            />
            <Box sx={{ mt: 2.5 }}>
              <CodeBlock
                label={t('webhooks.payload')}
                text={JSON.stringify(delivery.payload, null, 2)}
              />
            </Box>
          </TitledCard>
          <Answers answers={delivery.answers} />
        </>
      )}
    </RecordPage>
  );
}

/** The message's ID, as in its header. */
const messageId = ({ id }: DeliveryDetail) => `msg_${id}`;

const hasEnded = ({ status }: DeliveryDetail) => status === 'delivered' || status === 'failed';

function Resend({ id, delivery }: { id: string; delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const resend = useResend();
  const send = () =>
    resend.mutate(
      { path: { endpoint_id: id, delivery_id: delivery.id } },
      {
        onSuccess: () => toast.success(t('webhooks.resent')),
      },
    );
  return (
    <FailureBeside of={resend} onRetry={send}>
      <Button
        variant={delivery.status === 'failed' ? 'contained' : 'outlined'}
        title={t('webhooks.resend_hint')}
        loading={resend.isPending}
        onClick={send}
      >
        {t('webhooks.resend')}
      </Button>
    </FailureBeside>
  );
}
