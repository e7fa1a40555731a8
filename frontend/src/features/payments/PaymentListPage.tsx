import type { GridColDef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPaymentsData, PaymentRow } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { DataTable } from '@/components/list/DataTable';
import { csvTime, ExportButton } from '@/components/list/ExportButton';
import { FilterBar } from '@/components/list/FilterBar';
import { FilterSelect } from '@/components/list/FilterSelect';
import { SearchField } from '@/components/list/SearchField';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import type { CsvColumn } from '@/lib/csv';
import { majorUnits } from '@/lib/format';
import { statusText } from '@/lib/statuses';
import { useTableState } from '@/lib/useTableState';
import { href, paths } from '@/routes/paths';
import { fetchPayments, paymentsQuery } from './queries';
import { shownStatus } from './shownStatus';

const STATUSES = ['created', 'redirected', 'succeeded', 'failed', 'under_review'] as const;
const PURPOSES = [
  'enrollment',
  'candidate_registration',
  'staff_registration',
  'organization_registration',
] as const;
const FILTERS = ['search', 'status', 'purpose'] as const;

/** The payments of an organization's batches; for admins, all of them. */
export default function PaymentListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useTableState({ filters: FILTERS, sort: '-created_at' });
  const { setFilters } = state;
  const filters = state.query as ListPaymentsData['query'];
  const query = useQuery(paymentsQuery(filters));
  const setSearch = useCallback((search: string) => setFilters({ search }), [setFilters]);
  const columns: GridColDef<PaymentRow>[] = [
    {
      field: 'payer',
      headerName: t('payments.payer'),
      flex: 1,
      minWidth: 150,
      sortable: false,
      renderCell: ({ row }) => localized(row, 'payer_name', locale) || row.payer_email || '–',
    },
    {
      field: 'title',
      headerName: t('payments.what'),
      flex: 1.4,
      minWidth: 160,
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
      width: 120,
      align: 'right',
      headerAlign: 'right',
      renderCell: ({ row }) => <Money amount={row.amount_minor} currency={row.currency} />,
    },
    {
      field: 'created_at',
      headerName: t('payments.date'),
      width: 185,
      renderCell: ({ row }) => <DateText value={row.created_at} style="datetime" />,
    },
    {
      field: 'status',
      headerName: t('payments.status'),
      width: 130,
      sortable: false,
      renderCell: ({ row }) => <StatusChip noun="payment" status={shownStatus(row)} />,
    },
  ];
  const exported: CsvColumn<PaymentRow>[] = [
    { heading: t('payments.reference'), value: (row) => row.reference },
    { heading: t('payments.payer'), value: (row) => localized(row, 'payer_name', locale) },
    { heading: t('payments.email'), value: (row) => row.payer_email },
    { heading: t('payments.what'), value: (row) => localized(row, 'title', locale) },
    { heading: t('payments.purpose'), value: (row) => t(`charge_purpose.${row.purpose}`) },
    {
      heading: t('payments.amount'),
      value: (row) => majorUnits(row.amount_minor, row.currency),
    },
    { heading: t('payments.currency'), value: (row) => row.currency },
    { heading: t('payments.date'), value: (row) => csvTime(row.created_at) },
    { heading: t('payments.completed'), value: (row) => csvTime(row.completed_at) },
    { heading: t('payments.status'), value: (row) => statusText(t, 'payment', shownStatus(row)) },
  ];
  return (
    <PageContainer title={t('routes.payments')} subtitle={t('payments.desk_lead')}>
      <FilterBar
        state={state}
        actions={
          <ExportButton
            name="payments"
            columns={exported}
            fetchPage={(position) => fetchPayments({ ...filters, ...position })}
          />
        }
      >
        <SearchField
          label={t('payments.search')}
          value={state.filters.search}
          onChange={setSearch}
        />
        <FilterSelect
          label={t('payments.status')}
          value={state.filters.status}
          options={STATUSES}
          texts="status.payment"
          onChange={(status) => setFilters({ status })}
        />
        <FilterSelect
          label={t('payments.purpose')}
          value={state.filters.purpose}
          options={PURPOSES}
          texts="charge_purpose"
          onChange={(purpose) => setFilters({ purpose })}
        />
      </FilterBar>
      <DataTable
        label={t('routes.payments')}
        columns={columns}
        query={query}
        state={state}
        rowHref={(row) => href(paths.payment, { id: row.id })}
        empty={{ title: t('payments.desk_none'), description: t('payments.desk_none_hint') }}
      />
    </PageContainer>
  );
}
