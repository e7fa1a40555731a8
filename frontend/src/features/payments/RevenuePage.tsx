import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RevenueBy, RevenueRow } from '@/api/payments';
import { zRevenueBy } from '@/api/payments/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useSession } from '@/lib/session';
import { revenue } from './lists';
import { RevenueChart } from './RevenueChart';
import { useRevenueName } from './useRevenueName';

const column = defineColumns<RevenueRow>();
const getRowId = (row: RevenueRow) =>
  [row.week, row.title_en, row.title_ar, row.organization_id, row.currency].join('|');

/** Payments and refunds: an organization's own, or all for admins. */
export default function RevenuePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const by = zRevenueBy.safeParse(params.get('by')).data ?? 'week';
  return (
    <ListPage
      list={revenue}
      title={t('routes.revenue')}
      lead={t('revenue.lead')}
      sections={useFamily('payments')}
      above={(rows, state) => (
        <>
          <ByTabs by={by} onChange={(next) => state.setFilters({ by: next })} />
          <RevenueChart rows={rows} />
        </>
      )}
      filters={[{ kind: 'dates', from: 'from', to: 'to', label: t('revenue.period') }]}
      columns={[
        column.own('name', t(`revenue.${by}`), { flex: 2, cell: (row) => <Name row={row} /> }),
        column.money('paid_minor', t('revenue.paid'), { width: 170 }),
        column.money('refunded_minor', t('revenue.refunded'), { width: 170 }),
        column.money('net_minor', t('revenue.net'), { width: 170 }),
      ]}
      sums={[
        { field: 'paid_minor', label: t('revenue.paid') },
        { field: 'refunded_minor', label: t('revenue.refunded') },
        { field: 'net_minor', label: t('revenue.net') },
      ]}
      rowId={getRowId}
      empty={{ title: t('revenue.none'), description: t('revenue.none_hint') }}
    />
  );
}

/** Hides the organization filter for organizations. */
function ByTabs({ by, onChange }: { by: RevenueBy; onChange: (by: RevenueBy | null) => void }) {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  const offered = zRevenueBy.options.filter((each) => isAdmin || each !== 'organization');
  return (
    <Tabs
      value={offered.includes(by) ? by : false}
      onChange={(_, next: RevenueBy) => onChange(next === 'week' ? null : next)}
      aria-label={t('revenue.by')}
      variant="scrollable"
      scrollButtons={false}
      sx={{ minHeight: 44, mb: 2, '& .MuiTab-root': { minHeight: 44 } }}
    >
      {offered.map((each) => (
        <Tab key={each} value={each} label={t(`revenue.by_${each}`)} />
      ))}
    </Tabs>
  );
}

function Name({ row }: { row: RevenueRow }) {
  const name = useRevenueName([row])(row);
  return (
    <span className="cut" dir="auto" title={name}>
      {name}
    </span>
  );
}
