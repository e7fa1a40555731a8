import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { GridColDef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow, ListNumberCasesData } from '@/api/identity';
import { DateText } from '@/components/DateText';
import { DataTable } from '@/components/list/DataTable';
import { FilterBar } from '@/components/list/FilterBar';
import { FilterSelect } from '@/components/list/FilterSelect';
import { SearchField } from '@/components/list/SearchField';
import { PageContainer } from '@/components/PageContainer';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useTableState } from '@/lib/useTableState';
import { href, paths } from '@/routes/paths';
import { caseCountQuery, casesQuery } from './queries';

const STATES = ['waiting', 'decided'] as const;
const CAUSES = ['change', 'claim'] as const;
const FILTERS = ['search', 'state', 'cause'] as const;

/** Identity numbers that an admin must decide about, and those that were decided. */
export default function NumberCaseListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useTableState({ filters: FILTERS, sort: '-created_at' });
  const { setFilters } = state;
  const setSearch = useCallback((search: string) => setFilters({ search }), [setFilters]);
  const query = useQuery(casesQuery(state.query as ListNumberCasesData['query']));
  const counts = {
    waiting: useQuery(caseCountQuery('waiting')).data?.meta.total,
    decided: useQuery(caseCountQuery('decided')).data?.meta.total,
  };
  const columns: GridColDef<CaseRow>[] = [
    {
      field: 'claimant',
      headerName: t('number_cases.claimant'),
      flex: 1,
      minWidth: 160,
      sortable: false,
      renderCell: ({ row }) => localized(row.claimant, 'name', locale),
    },
    {
      field: 'cause',
      headerName: t('number_cases.cause'),
      flex: 1,
      minWidth: 180,
      sortable: false,
      renderCell: ({ row }) => t(`number_cases.causes.${row.cause}`),
    },
    {
      field: 'number',
      headerName: t('number_cases.number'),
      width: 150,
      sortable: false,
      renderCell: ({ row }) => <bdi dir="ltr">{row.number}</bdi>,
    },
    {
      field: 'holder',
      headerName: t('number_cases.holder'),
      flex: 1,
      minWidth: 160,
      sortable: false,
      renderCell: ({ row }) => (row.holder ? localized(row.holder, 'name', locale) : '–'),
    },
    {
      field: 'created_at',
      headerName: t('number_cases.asked_on'),
      width: 185,
      renderCell: ({ row }) => <DateText value={row.created_at} style="datetime" />,
    },
    {
      field: 'status',
      headerName: t('number_cases.status'),
      width: 160,
      sortable: false,
      renderCell: ({ row }) => <StatusChip noun="number_case" status={row.status} />,
    },
  ];
  const shown = STATES.find((name) => name === state.filters.state) ?? false;
  return (
    <PageContainer title={t('routes.numberCases')} subtitle={t('number_cases.lead')}>
      <Tabs
        value={shown || 'all'}
        onChange={(_, value: string) => setFilters({ state: value === 'all' ? '' : value })}
        aria-label={t('number_cases.state')}
        sx={{ mb: 2 }}
      >
        <Tab value="all" label={t('common.all')} />
        {STATES.map((name) => (
          <Tab
            key={name}
            value={name}
            label={
              counts[name] === undefined
                ? t(`number_cases.states.${name}`)
                : `${t(`number_cases.states.${name}`)} (${counts[name]})`
            }
          />
        ))}
      </Tabs>
      <FilterBar state={state}>
        <SearchField
          label={t('number_cases.search')}
          value={state.filters.search}
          onChange={setSearch}
        />
        <FilterSelect
          label={t('number_cases.cause')}
          value={state.filters.cause}
          options={CAUSES}
          texts="number_cases.causes"
          onChange={(cause) => setFilters({ cause })}
        />
      </FilterBar>
      <DataTable
        label={t('routes.numberCases')}
        columns={columns}
        query={query}
        state={state}
        rowHref={(row) => href(paths.numberCase, { id: row.id })}
        empty={{ title: t('number_cases.none'), description: t('number_cases.none_hint') }}
      />
    </PageContainer>
  );
}
