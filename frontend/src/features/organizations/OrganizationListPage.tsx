import { useTranslation } from 'react-i18next';
import type { StateRead } from '@/api/catalog';
import type { OrganizationRow } from '@/api/identity';
import { zApprovalStatus } from '@/api/identity/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { StatusChip } from '@/components/StatusChip';
import { statesQuery } from '@/domain/site/places';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { organizations } from './lists';
import { stateQuery } from './queries';

const column = defineColumns<OrganizationRow>();

/** All organizations with status and expired documents. */
export default function OrganizationListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={organizations}
      title={t('routes.organizations')}
      search={t('organizations.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('organizations.status'),
          options: toOptions(zApprovalStatus.options, (status) =>
            statusText(t, 'approval', status),
          ),
        },
        {
          kind: 'choice',
          name: 'suspended',
          label: t('organizations.suspension'),
          options: [
            { value: 'true', label: t('organizations.suspended_only') },
            { value: 'false', label: t('organizations.working_only') },
          ],
        },
        {
          kind: 'choice',
          name: 'documents',
          label: t('organizations.documents'),
          options: toOptions(['expired', 'expiring'], (status) =>
            statusText(t, 'document', status),
          ),
        },
        {
          kind: 'record',
          name: 'state_id',
          label: t('submission.fields.state'),
          source: {
            find: (text: string) => statesQuery({ name: text || undefined }),
            label: (state: StateRead) => localized(state, 'name', locale),
          },
          byId: stateQuery,
        },
        {
          kind: 'dates',
          from: 'registered_from',
          to: 'registered_to',
          label: t('organizations.registered'),
        },
      ]}
      columns={[
        column.person(locale === 'ar' ? 'name_ar' : 'name_en', t('organizations.name'), {
          read: (row) => row,
        }),
        column.code('commercial_number', t('organizations.commercial_number')),
        column.text('state', t('submission.fields.state'), {
          read: ({ state }) => (state ? localized(state, 'name', locale) : '–'),
        }),
        column.text('expired_documents', t('organizations.documents'), {
          read: ({ expired_documents }) =>
            expired_documents > 0 ? t('organizations.expired', { count: expired_documents }) : '–',
        }),
        column.date('created_at', t('organizations.registered')),
        {
          ...column.status('status', t('organizations.status'), 'approval'),
          cell: ({ status, suspended }) =>
            suspended ? (
              <StatusChip noun="organization" status="suspended" />
            ) : (
              <StatusChip noun="approval" status={status} />
            ),
        },
      ]}
      empty={{ title: t('organizations.none') }}
    />
  );
}
