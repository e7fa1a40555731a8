import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndpointIssued, EndpointRead } from '@/api/notifications';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { paths } from '@/routes/paths';
import { webhooks } from './lists';
import { WebhookDialog } from './WebhookDialog';
import { WebhookSecretDialog } from './WebhookSecretDialog';
import { getWebhookName, getWebhookState } from './webhookForm';

const column = defineColumns<EndpointRead>();

/** The organization's webhook endpoints. */
export default function WebhookListPage() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [issued, setIssued] = useState<EndpointIssued | null>(null);
  return (
    <>
      <ListPage
        list={webhooks}
        title={t('routes.webhooks')}
        lead={t('webhooks.lead')}
        sections={useFamily('integration')}
        action={
          <>
            <LinkButton variant="outlined" to={paths.developers}>
              {t('partners.developers')}
            </LinkButton>
            <Button variant="contained" onClick={() => setAdding(true)}>
              {t('webhooks.add')}
            </Button>
          </>
        }
        columns={[
          column.own('url', t('webhooks.url'), {
            flex: 1.5,
            cell: (endpoint) => (
              <span className="cut" dir="ltr" title={endpoint.url}>
                {getWebhookName(endpoint)}
              </span>
            ),
          }),
          column.text('events', t('webhooks.events_label'), {
            flex: 1.5,
            read: ({ events }) =>
              events.map((event) => t(`webhooks.events.${event}`)).join(t('table.list_separator')),
          }),
          column.date('created_at', t('webhooks.created')),
          column.status('active', t('webhooks.status'), 'webhook_endpoint', {
            read: getWebhookState,
          }),
        ]}
        empty={{ title: t('webhooks.none'), description: t('webhooks.none_hint') }}
      />
      {adding && <WebhookDialog onIssued={setIssued} onClose={() => setAdding(false)} />}
      {issued && <WebhookSecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}
