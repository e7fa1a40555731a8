import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InquiryRow, InquirySummary } from '@/api/notifications';
import {
  getInquirySummaryOptions,
  listInquiryAssigneesOptions,
} from '@/api/notifications/@tanstack/react-query.gen';
import { zInquiryStatus, zInquiryTopic } from '@/api/notifications/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { usePersonName } from '@/components/Person';
import { useLocale } from '@/i18n';
import { formatMinutes } from '@/lib/format';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { countAnswerMinutes } from './firstAnswer';
import { inquiries } from './lists';

const column = defineColumns<InquiryRow>();

/** The inbox of inquiries with status and assignee. */
export default function InquiryListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const { data: summary } = useQuery(getInquirySummaryOptions());
  const { data: colleagues = [] } = useQuery(listInquiryAssigneesOptions());
  const topic = (of: string) => t(`contact.topics.${of}`);
  return (
    <ListPage
      list={inquiries}
      title={t('routes.queries')}
      lead={useLead(summary)}
      sections={useFamily('queries')}
      tabs={{
        name: 'status',
        label: t('inquiries.status'),
        options: toOptions(zInquiryStatus.options, (state) => statusText(t, 'inquiry', state)),
      }}
      search={t('inquiries.search')}
      filters={[
        {
          kind: 'choice',
          name: 'topic',
          label: t('contact.topic'),
          options: toOptions(zInquiryTopic.options, topic),
        },
        {
          kind: 'choice',
          name: 'assignee_id',
          label: t('inquiries.assignee'),
          options: colleagues.map((each) => ({ value: each.user_id, label: nameOf(each) })),
        },
        {
          kind: 'choice',
          name: 'unassigned',
          label: t('inquiries.assignment'),
          options: toOptions(['true', 'false'], (is) => t(`inquiries.unassigned.${is}`)),
        },
        {
          kind: 'dates',
          from: 'created_from',
          to: 'created_to',
          label: t('inquiries.received'),
        },
      ]}
      columns={[
        column.text('name', t('inquiries.asker')),
        column.text('excerpt', t('inquiries.message'), { flex: 1.6 }),
        column.text('topic', t('contact.topic'), { read: (row) => topic(row.topic) }),
        column.code('reference', t('inquiries.reference'), { width: 130 }),
        column.text('assignee', t('inquiries.assignee'), {
          read: ({ assignee }) => {
            if (!assignee) return '–';
            const name = nameOf(assignee);
            return assignee.answers ? name : t('inquiries.without_permission', { name });
          },
        }),
        column.status('status', t('inquiries.status'), 'inquiry', { width: 130 }),
        column.date('updated_at', t('inquiries.changed'), { style: 'datetime' }),
        column.date('created_at', t('inquiries.received'), { style: 'datetime', hidden: true }),
        column.text('first_answered_at', t('inquiries.first_answer'), {
          hidden: true,
          read: (row) => {
            const minutes = countAnswerMinutes(row);
            return minutes === null ? '–' : formatMinutes(minutes, locale);
          },
        }),
      ]}
      empty={{ title: t('inquiries.none'), description: t('inquiries.none_hint') }}
    />
  );
}

/** Returns the number of open inquiries and the response time. */
function useLead(summary: InquirySummary | undefined): string {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!summary) return t('inquiries.lead');
  const { open, unassigned, answered_within_minutes: minutes } = summary;
  const parts = [t('inquiries.waiting', { count: open })];
  if (unassigned > 0) parts.push(t('inquiries.free', { count: unassigned }));
  if (minutes !== null) {
    parts.push(
      t('inquiries.answered_within', { time: formatMinutes(Math.max(1, minutes), locale) }),
    );
  }
  return parts.join(' ');
}
