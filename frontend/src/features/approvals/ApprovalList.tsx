import { useTranslation } from 'react-i18next';
import type { RequestRow } from '@/api/approvals';
import { zRequestStatus } from '@/api/approvals/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import type { staffApprovals } from './lists';

const column = defineColumns<RequestRow>();

/** Approval requests of one content type, newest first. */
export function ApprovalList({ list, title }: { list: typeof staffApprovals; title: string }) {
  const { t } = useTranslation();
  return (
    <ListPage
      list={list}
      title={title}
      sections={useFamily('approvals')}
      search={t('approvals.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('approvals.status'),
          options: toOptions(zRequestStatus.options, (status) => statusText(t, 'request', status)),
        },
        {
          kind: 'choice',
          name: 'overdue',
          label: t('approvals.due'),
          options: [{ value: 'true', label: t('approvals.overdue') }],
        },
      ]}
      columns={[
        column.localized('name', t('approvals.name'), {
          note: ({ status, suspended }) =>
            suspended && status === 'pending' ? t('approvals.of_suspended') : '',
        }),
        column.text('submission', t('approvals.round'), { width: 100, flex: undefined }),
        column.date('submitted_at', t('approvals.submitted'), { style: 'datetime' }),
        column.date('due_on', t('approvals.due')),
        column.status('status', t('approvals.status'), 'request', { width: 200 }),
      ]}
      empty={{ title: t('approvals.empty') }}
    />
  );
}
