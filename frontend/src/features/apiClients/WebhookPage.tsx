import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { EndpointIssued, EndpointRead } from '@/api/notifications';
import type { Action } from '@/components/ActionMenu';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { DeliveriesPanel } from './DeliveriesPanel';
import { webhooks } from './lists';
import { webhookQuery } from './queries';
import { TestButton } from './TestButton';
import { WebhookDetails, WebhookSecret } from './WebhookDetails';
import { WebhookDialog } from './WebhookDialog';
import { WebhookQuestion, type WebhookQuestionKind } from './WebhookQuestion';
import { WebhookSecretDialog } from './WebhookSecretDialog';
import { getWebhookName, getWebhookState } from './webhookForm';

/** An endpoint: events, deliveries and secret. */
export default function WebhookPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const [shown, show] = useState<WebhookQuestionKind | 'edit' | null>(null);
  const [issued, setIssued] = useState<EndpointIssued | null>(null);
  const dialog = { onIssued: setIssued, onClose: () => show(null) };

  const actions = (endpoint: EndpointRead): Action[] => {
    const opens = (kind: NonNullable<typeof shown>): Action => ({
      label: t(`webhooks.do.${kind}`),
      danger: kind === 'delete',
      // The previous secret must expire before the next rotation.
      disabled: kind === 'rotate' && isRotating(endpoint),
      onSelect: () => show(kind),
    });
    return [
      opens('edit'),
      opens(endpoint.active ? 'pause' : 'resume'),
      opens('rotate'),
      opens('delete'),
    ];
  };

  return (
    <RecordPage
      list={webhooks}
      listTitle={t('routes.webhooks')}
      id={id}
      query={useQuery(webhookQuery(id))}
      notFound="errors.webhook_endpoint.not_found"
      title={(endpoint) => (endpoint ? getWebhookName(endpoint) : t('routes.webhook'))}
      status={(endpoint) => (
        <StatusChip noun="webhook_endpoint" status={getWebhookState(endpoint)} size="medium" />
      )}
      action={({ active }) => active && <TestButton id={id} />}
      actions={actions}
      tabs={() => changes([id])}
      aside={(endpoint) => <WebhookSecret endpoint={endpoint} rotating={isRotating(endpoint)} />}
    >
      {(endpoint) => (
        <>
          {!endpoint.active && <Alert severity="info">{t('webhooks.paused_text')}</Alert>}
          <WebhookDetails endpoint={endpoint} />
          <DeliveriesPanel id={id} />
          {shown === 'edit' && <WebhookDialog endpoint={endpoint} {...dialog} />}
          {shown && shown !== 'edit' && (
            <WebhookQuestion endpoint={endpoint} kind={shown} {...dialog} />
          )}
          {issued && <WebhookSecretDialog issued={issued} onClose={() => setIssued(null)} />}
        </>
      )}
    </RecordPage>
  );
}

const isRotating = ({ previous_ends_at }: EndpointRead) =>
  previous_ends_at !== null && new Date(previous_ends_at) > new Date();
