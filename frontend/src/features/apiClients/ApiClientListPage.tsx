import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientIssued, PartnerClientRead } from '@/api/identity';
import type { Action } from '@/components/ActionMenu';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { LinkButton } from '@/components/RouterLinks';
import { paths } from '@/routes/paths';
import { ClientDialog } from './ClientDialog';
import { ClientSecretDialog } from './ClientSecretDialog';
import { apiClients } from './lists';
import { type Question, QuestionDialog } from './QuestionDialog';

const column = defineColumns<PartnerClientRead>();

type Shown =
  | { kind: 'form'; client?: PartnerClientRead }
  | { kind: Question; client: PartnerClientRead };

/** The organization's API clients with their actions. */
export default function ApiClientListPage() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown | null>(null);
  const [issued, setIssued] = useState<PartnerClientIssued | null>(null);
  const dialog = { onIssued: setIssued, onClose: () => setShown(null) };

  const actions = (client: PartnerClientRead): Action[] => {
    const asks = (kind: Question): Action => ({
      label: t(`partners.do.${kind}`),
      danger: kind !== 'rotate',
      onSelect: () => setShown({ kind, client }),
    });
    if (client.status === 'revoked') return [];
    const edit = { label: t('common.edit'), onSelect: () => setShown({ kind: 'form', client }) };
    return [
      ...(client.can_rotate ? [edit] : []),
      ...(client.can_rotate && !client.previous_secret_ends_at ? [asks('rotate')] : []),
      ...(client.previous_secret_ends_at ? [asks('end_previous')] : []),
      asks('revoke'),
    ];
  };

  return (
    <>
      <ListPage
        list={apiClients}
        title={t('routes.partnerClients')}
        lead={t('partners.lead')}
        sections={useFamily('integration')}
        action={
          <>
            <LinkButton variant="outlined" to={paths.developers}>
              {t('partners.developers')}
            </LinkButton>
            <Button variant="contained" onClick={() => setShown({ kind: 'form' })}>
              {t('partners.add')}
            </Button>
          </>
        }
        columns={[
          column.text('name', t('partners.name')),
          column.text('test', t('partners.kind'), {
            width: 110,
            read: ({ test }) => t(test ? 'partners.kinds.test' : 'partners.kinds.live'),
          }),
          column.code('id', t('partners.client_id'), { width: 330, hidden: true }),
          column.text('permissions', t('partners.may'), {
            flex: 1.5,
            read: ({ permissions }) =>
              permissions
                .map((slug) => t(`partners.permissions.${slug}`))
                .join(t('table.list_separator')),
          }),
          column.code('networks', t('partners.networks'), {
            read: ({ networks }) => networks.join(', '),
            hidden: true,
          }),
          column.date('last_used_at', t('partners.last_used'), { style: 'datetime' }),
          column.code('last_used_network', t('partners.last_network'), { hidden: true }),
          column.date('expires_at', t('partners.last_day')),
          column.date('previous_secret_ends_at', t('partners.previous_ends'), {
            style: 'datetime',
            hidden: true,
          }),
          column.date('created_at', t('partners.created'), { hidden: true }),
          column.status('status', t('partners.status'), 'partner_client'),
        ]}
        actions={{ name: ({ name }) => name, of: actions }}
        empty={{ title: t('partners.none'), description: t('partners.none_hint') }}
      />
      {shown?.kind === 'form' && <ClientDialog client={shown.client} {...dialog} />}
      {shown && shown.kind !== 'form' && (
        <QuestionDialog client={shown.client} question={shown.kind} {...dialog} />
      )}
      {issued && <ClientSecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}
