import type { GridColDef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChargeRead, ListChargesData } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { DataTable } from '@/components/list/DataTable';
import { FilterBar } from '@/components/list/FilterBar';
import { FilterSelect } from '@/components/list/FilterSelect';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useTableState } from '@/lib/useTableState';
import { href, paths } from '@/routes/paths';
import { chargesQuery } from './queries';

const STATUSES = ['open', 'paid', 'refunded', 'partly_refunded', 'cancelled', 'expired'] as const;

/** What a candidate owes and has paid. */
export default function MyPaymentsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useTableState({ filters: ['status'] });
  const query = useQuery(chargesQuery(state.query as ListChargesData['query']));
  const columns: GridColDef<ChargeRead>[] = [
    {
      field: 'title',
      headerName: t('payments.what'),
      flex: 1,
      minWidth: 200,
      sortable: false,
      renderCell: ({ row }) => localized(row, 'title', locale),
    },
    {
      field: 'reference',
      headerName: t('payments.reference'),
      width: 170,
      sortable: false,
      renderCell: ({ row }) => <bdi dir="ltr">{row.reference}</bdi>,
    },
    {
      field: 'amount_minor',
      headerName: t('payments.amount'),
      width: 130,
      sortable: false,
      renderCell: ({ row }) => <Money amount={row.amount_minor} currency={row.currency} />,
    },
    {
      field: 'created_at',
      headerName: t('payments.date'),
      width: 140,
      sortable: false,
      renderCell: ({ row }) => <DateText value={row.paid_at ?? row.created_at} />,
    },
    {
      field: 'status',
      headerName: t('payments.status'),
      width: 140,
      sortable: false,
      renderCell: ({ row }) => <StatusChip noun="charge" status={row.status} />,
    },
  ];
  return (
    <PageContainer title={t('routes.myPayments')} subtitle={t('payments.mine_lead')}>
      <FilterBar state={state}>
        <FilterSelect
          label={t('payments.status')}
          value={state.filters.status}
          options={STATUSES}
          texts="status.charge"
          onChange={(status) => state.setFilters({ status })}
        />
      </FilterBar>
      <DataTable
        label={t('routes.myPayments')}
        columns={columns}
        query={query}
        state={state}
        rowHref={(row) => href(paths.myPayment, { id: row.id })}
        empty={{
          title: t('payments.none'),
          description: t('payments.none_hint'),
          action: (
            <LinkButton variant="outlined" to={paths.batches}>
              {t('payments.browse')}
            </LinkButton>
          ),
        }}
      />
    </PageContainer>
  );
}
