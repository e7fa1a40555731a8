import { useTranslation } from 'react-i18next';
import type { ErasureRow } from '@/api/identity';
import { zErasureStatus } from '@/api/identity/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { erasures } from './lists';

const column = defineColumns<ErasureRow>();

/** Erasure requests and their decisions. */
export default function ErasureListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={erasures}
      title={t('routes.erasures')}
      sections={useFamily('access')}
      lead={t('erasures.lead')}
      search={t('erasures.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('erasures.status'),
          options: toOptions(zErasureStatus.options, (status) => statusText(t, 'erasure', status)),
        },
      ]}
      columns={[
        column.person('person', t('erasures.person'), { read: ({ person }) => person }),
        column.text('reason', t('erasures.reason')),
        column.date('created_at', t('erasures.asked_on'), { style: 'datetime' }),
        column.date('decided_at', t('erasures.decided_on'), { style: 'datetime' }),
        column.text('decided_by', t('erasures.decided_by'), {
          read: (row) => localized(row, 'decided_by_name', locale),
          hidden: true,
        }),
        column.status('status', t('erasures.status'), 'erasure'),
      ]}
      empty={{ title: t('erasures.none'), description: t('erasures.none_hint') }}
    />
  );
}
