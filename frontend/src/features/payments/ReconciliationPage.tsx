import { useTranslation } from 'react-i18next';
import type { ReportRead } from '@/api/payments';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { Money } from '@/components/Money';
import { useLocale } from '@/i18n';
import { formatDateRange, formatNumber } from '@/lib/format';
import { settlementReports } from './lists';
import { ReportUpload } from './ReportUpload';

const column = defineColumns<ReportRead>();

/** The provider's settlement reports with their number of open differences. */
export default function ReconciliationPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ListPage
      list={settlementReports}
      title={t('routes.reconciliation')}
      lead={t('reconciliation.lead')}
      sections={useFamily('payments')}
      action={<ReportUpload />}
      columns={[
        column.text('days', t('reconciliation.days'), {
          read: ({ first_day, last_day }) => formatDateRange(first_day, last_day, locale),
        }),
        column.text('file_name', t('reconciliation.file')),
        column.text('lines', t('reconciliation.lines'), {
          read: ({ lines }) => formatNumber(lines, locale),
        }),
        column.own('matched', t('reconciliation.matched'), {
          cell: (report) => <Sums report={report} field="amount_minor" only="matched" />,
        }),
        column.own('fees', t('reconciliation.fees'), {
          cell: (report) => <Sums report={report} field="fee_minor" />,
        }),
        column.text('open', t('reconciliation.open'), {
          read: ({ open }) => formatNumber(open, locale),
        }),
        column.date('created_at', t('reconciliation.brought'), { style: 'datetime' }),
      ]}
      empty={{ title: t('reconciliation.none'), description: t('reconciliation.none_hint') }}
    />
  );
}

interface SumsProps {
  report: ReportRead;
  field: 'amount_minor' | 'fee_minor';
  only?: ReportRead['sums'][number]['outcome'];
}

/** The totals of a report's lines by currency. */
function Sums({ report, field, only }: SumsProps) {
  const totals = new Map<string, number>();
  for (const sum of report.sums) {
    if (only && sum.outcome !== only) continue;
    totals.set(sum.currency, (totals.get(sum.currency) ?? 0) + sum[field]);
  }
  return (
    <span>
      {[...totals].map(([currency, amount], index) => (
        <span key={currency}>
          {index > 0 && ' · '}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </span>
  );
}
