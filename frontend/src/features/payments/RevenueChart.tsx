import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import type { RevenueRow } from '@/api/payments';
import { Bars, BarsWait } from '@/components/charts/Bars';
import { useLocale } from '@/i18n';
import { formatDate, formatMoney } from '@/lib/format';
import { useRevenueName } from './useRevenueName';
import { listWeeks } from './weeks';

/** More labels than this are illegible below the bars. */
const MAX_BARS = 8;

/** A chart of the page's rows; a skeleton while loading. */
export function RevenueChart({ rows }: { rows: readonly RevenueRow[] | undefined }) {
  return rows ? (
    <Charts rows={rows} />
  ) : (
    <Card sx={card}>
      <BarsWait />
    </Card>
  );
}

const card = { p: 2, mb: 2 };

/** Currencies cannot share an axis. */
function Charts({ rows }: { rows: readonly RevenueRow[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = useRevenueName(rows);
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const shown = own[0]?.week ? listWeeks(own) : own.slice(0, MAX_BARS);
    return (
      <Card key={currency} sx={card}>
        <Bars
          label={t('revenue.chart', { currency })}
          groups={shown.map((row) => (row.week ? formatDate(row.week, locale) : nameOf(row)))}
          series={[
            { label: t('revenue.paid'), values: shown.map((row) => row.paid_minor) },
            { label: t('revenue.refunded'), values: shown.map((row) => row.refunded_minor) },
          ]}
          format={(minor) => formatMoney(minor, currency, locale)}
        />
      </Card>
    );
  });
}
