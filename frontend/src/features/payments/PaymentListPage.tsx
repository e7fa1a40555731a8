import Box from '@mui/material/Box';
import type { GridColDef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPaymentsData, PaymentRow } from '@/api/payments';
import { href, paths } from '@/app/paths';
import { DataTable } from '@/components/DataTable';
import { DateText } from '@/components/DateText';
import { FilterSelect } from '@/components/FilterSelect';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { SearchField } from '@/components/SearchField';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useTableState } from '@/lib/useTableState';
import { paymentsQuery } from './queries';

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
  const query = useQuery(paymentsQuery(state.query as ListPaymentsData['query']));
  const setSearch = useCallback((search: string) => setFilters({ search }), [setFilters]);
  const columns: GridColDef<PaymentRow>[] = [
    {
      field: 'payer',
      headerName: t('payments.payer'),
      flex: 1,
      minWidth: 180,
      sortable: false,
      renderCell: ({ row }) => localized(row, 'payer_name', locale) || row.payer_email || '–',
    },
    {
      field: 'title',
      headerName: t('payments.what'),
      flex: 1.4,
      minWidth: 200,
      sortable: false,
      renderCell: ({ row }) => localized(row, 'title', locale),
    },
    {
      field: 'reference',
      headerName: t('payments.reference'),
      width: 160,
      sortable: false,
      renderCell: ({ row }) => <bdi dir="ltr">{row.reference}</bdi>,
    },
    {
      field: 'amount_minor',
      headerName: t('payments.amount'),
      width: 130,
      renderCell: ({ row }) => <Money amount={row.amount_minor} currency={row.currency} />,
    },
    {
      field: 'created_at',
      headerName: t('payments.date'),
      width: 180,
      renderCell: ({ row }) => <DateText value={row.created_at} style="datetime" />,
    },
    {
      field: 'status',
      headerName: t('payments.status'),
      width: 140,
      sortable: false,
      renderCell: ({ row }) => <StatusChip status={row.status} />,
    },
  ];
  return (
    <PageContainer title={t('routes.payments')} subtitle={t('payments.desk_lead')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2.5 }}>
        <SearchField
          label={t('payments.search')}
          value={state.filters.search}
          onChange={setSearch}
        />
        <FilterSelect
          label={t('payments.status')}
          value={state.filters.status}
          options={STATUSES}
          onChange={(status) => setFilters({ status })}
        />
        <FilterSelect
          label={t('payments.purpose')}
          value={state.filters.purpose}
          options={PURPOSES}
          texts="charge_purpose"
          onChange={(purpose) => setFilters({ purpose })}
        />
      </Box>
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
