import { useTranslation } from 'react-i18next';
import type { RequestRead } from '@/api/approvals';
import { zRequestStatus } from '@/api/approvals/zod.gen';
import { columnsOf } from '@/components/list/columns';
import type { ChoiceFilter } from '@/components/list/filters';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useContentTypes } from '@/domain/site/contentTypes';
import { optionsOf } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { myApprovals } from './lists';

const column = columnsOf<RequestRead>();

/** Requests for approval, the newest first. */
export function ApprovalList({ list, title }: { list: typeof myApprovals; title: string }) {
  const { t } = useTranslation();
  const byType: ChoiceFilter = {
    kind: 'choice',
    name: 'content_type',
    label: t('approvals.kind'),
    options: useContentTypes(),
  };
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
          options: optionsOf(zRequestStatus.options, (status) => statusText(t, 'request', status)),
        },
        // The other lists have one type each.
        ...(list === myApprovals ? [byType] : []),
      ]}
      columns={[
        column.localized('name', t('approvals.name')),
        column.text('content_type', t('approvals.kind'), {
          read: ({ content_type }) => t(`approvals.content.${content_type}`),
        }),
        column.text('submission', t('approvals.round'), { width: 100, flex: undefined }),
        column.date('submitted_at', t('approvals.submitted'), { style: 'datetime' }),
        column.status('status', t('approvals.status'), 'request', { width: 200 }),
      ]}
      empty={{ title: t('approvals.empty') }}
    />
  );
}
