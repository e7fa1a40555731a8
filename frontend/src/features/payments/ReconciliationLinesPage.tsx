import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineRead, ReportRead } from '@/api/payments';
import {
  getSettlementReportOptions,
  listSettlementReportsOptions,
} from '@/api/payments/@tanstack/react-query.gen';
import { zLineOutcome, zTaskStatus } from '@/api/payments/zod.gen';
import { defineColumns } from '@/components/list/columns';
import type { RecordFilter } from '@/components/list/filters';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { StatusChip } from '@/components/StatusChip';
import { useLocale } from '@/i18n';
import { formatDateRange } from '@/lib/format';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { settlementLines } from './lists';
import { useTaskUpdate } from './queries';
import { TaskDialog } from './TaskDialog';

const column = defineColumns<LineRead>();

/** The lines of settlement reports, with assignees of differences. */
export default function ReconciliationLinesPage() {
  const { t } = useTranslation();
  const [closing, setClosing] = useState<LineRead | null>(null);
  const update = useTaskUpdate();
  const change = async (
    line: LineRead,
    body: { mine?: boolean; closed?: boolean },
    done: string,
  ) => {
    await update.mutateAsync({
      path: { line_id: line.id },
      body: { version: line.version, ...body },
    });
    toast.success(t(`reconciliation.${done}`));
  };
  const outcome = (of: string) => t(`reconciliation.outcome.${of}`);
  return (
    <>
      <ListPage
        list={settlementLines}
        title={t('routes.reconciliationLines')}
        lead={t('reconciliation.lines_lead')}
        sections={useFamily('payments')}
        search={t('reconciliation.search')}
        tabs={{
          name: 'task_status',
          label: t('reconciliation.state'),
          options: toOptions(zTaskStatus.options, (of) => statusText(t, 'task', of)),
        }}
        filters={[
          useReportFilter(),
          {
            kind: 'choice',
            name: 'outcome',
            label: t('reconciliation.outcome_label'),
            options: toOptions(zLineOutcome.options, outcome),
          },
          {
            kind: 'choice',
            name: 'mine',
            label: t('reconciliation.mine'),
            options: toOptions(['true', 'false'], (of) => t(`reconciliation.mine_${of}`)),
          },
        ]}
        columns={[
          column.text('outcome', t('reconciliation.outcome_label'), {
            read: (line) => outcome(line.outcome),
          }),
          column.code('transaction_id', t('reconciliation.transaction')),
          column.text('kind', t('reconciliation.kind_label'), {
            read: (line) => t(`reconciliation.kind.${line.kind}`),
          }),
          column.money('amount_minor', t('reconciliation.reported')),
          column.money('expected_minor', t('reconciliation.expected')),
          column.money('fee_minor', t('reconciliation.fees')),
          column.date('day', t('reconciliation.day')),
          column.own('task_status', t('reconciliation.state'), {
            cell: ({ task_status: status }) =>
              status ? <StatusChip noun="task" status={status} /> : '–',
          }),
          column.localized('owner_name', t('reconciliation.owner')),
          column.text('note', t('reconciliation.note')),
          column.code('reference', t('reconciliation.reference'), { hidden: true }),
          column.text('number', t('reconciliation.number'), {
            read: ({ number }) => (number === null ? '–' : String(number)),
            hidden: true,
          }),
        ]}
        sums={[
          { field: 'amount_minor', label: t('reconciliation.reported') },
          { field: 'fee_minor', label: t('reconciliation.fees') },
        ]}
        actions={{
          name: ({ transaction_id, reference }) => transaction_id ?? reference,
          of: (line) => [
            ...(line.payment_id
              ? [
                  {
                    label: t('reconciliation.show_payment'),
                    to: href(paths.payment, { id: line.payment_id }),
                  },
                ]
              : []),
            ...(line.task_status === 'open'
              ? [
                  line.mine
                    ? {
                        label: t('reconciliation.give_back'),
                        onSelect: () => change(line, { mine: false }, 'given_back'),
                      }
                    : {
                        label: t('reconciliation.take'),
                        onSelect: () => change(line, { mine: true }, 'taken'),
                      },
                  { label: t('reconciliation.note_action'), onSelect: () => setClosing(line) },
                ]
              : []),
            ...(line.task_status === 'closed'
              ? [
                  {
                    label: t('reconciliation.reopen'),
                    onSelect: () => change(line, { closed: false }, 'reopened'),
                  },
                ]
              : []),
          ],
        }}
        empty={{
          title: t('reconciliation.no_lines'),
          description: t('reconciliation.no_lines_hint'),
        }}
      />
      {closing && <TaskDialog line={closing} onClose={() => setClosing(null)} />}
    </>
  );
}

function useReportFilter(): RecordFilter {
  const { t } = useTranslation();
  const locale = useLocale();
  return {
    kind: 'record',
    name: 'report_id',
    label: t('reconciliation.report'),
    source: {
      find: () => listSettlementReportsOptions({ query: { page_size: 100 } }),
      label: ({ first_day, last_day }: ReportRead) => formatDateRange(first_day, last_day, locale),
    },
    byId: (id) => getSettlementReportOptions({ path: { report_id: id } }),
  };
}
