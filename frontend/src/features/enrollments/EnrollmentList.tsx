import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead, ListEnrollmentsData } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { DataTable } from '@/components/list/DataTable';
import { ExportButton } from '@/components/list/ExportButton';
import { FilterBar } from '@/components/list/FilterBar';
import { FilterSelect } from '@/components/list/FilterSelect';
import { SearchField } from '@/components/list/SearchField';
import { PageContainer } from '@/components/PageContainer';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useTableState } from '@/lib/useTableState';
import { href } from '@/routes/paths';
import { BatchFilter } from './BatchFilter';
import { CandidateName, useCandidateName } from './CandidateName';
import { useColumns } from './columns';
import { DecideMany } from './DecideMany';
import { deskEnrollmentsQuery, fetchDeskEnrollments } from './deskQueries';
import { useExportedColumns } from './exported';
import { detailPath, type Preset, presets } from './presets';
import { statuses } from './statuses';

const FILTERS = ['search', 'status', 'batch_id'] as const;
const REFRESH_MS = 60_000;

/** The enrollments of an organization (all of them for an admin), seen for one purpose. */
function EnrollmentList({ preset }: { preset: Preset }) {
  const { t } = useTranslation();
  const nameOf = useCandidateName();
  const { list, status, sort, columns } = presets[preset];
  const state = useTableState({ filters: FILTERS, sort });
  const { setFilters } = state;
  const filters = state.query as NonNullable<ListEnrollmentsData['query']>;
  const query = useQuery({
    ...deskEnrollmentsQuery(preset, filters),
    refetchInterval: REFRESH_MS,
  });
  const setSearch = useCallback((search: string) => setFilters({ search }), [setFilters]);
  const path = detailPath(preset);
  const exported = useExportedColumns();
  const canDecide = columns.includes('decide');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // Only what is on the page: nobody decides on what cannot be seen, or was decided meanwhile.
  const chosen = query.data?.data.filter(({ id }) => marked.has(id)) ?? [];
  return (
    <PageContainer title={t(`routes.${list}`)} subtitle={t(`enrollments.${preset}.lead`)}>
      <FilterBar
        state={state}
        actions={
          <ExportButton
            name={list}
            columns={exported}
            fetchPage={(position) => fetchDeskEnrollments(preset, { ...filters, ...position })}
          />
        }
      >
        <SearchField
          label={t('enrollments.search')}
          value={state.filters.search}
          onChange={setSearch}
        />
        <BatchFilter
          value={state.filters.batch_id}
          onChange={(batch_id) => setFilters({ batch_id })}
        />
        {!status && (
          <FilterSelect
            label={t('enrollments.status')}
            value={state.filters.status}
            options={statuses}
            texts="status.enrollment"
            onChange={(chosen) => setFilters({ status: chosen })}
          />
        )}
      </FilterBar>
      {canDecide && <DecideMany chosen={chosen} onClear={() => setMarked(new Set())} />}
      <DataTable
        label={t(`routes.${list}`)}
        columns={useColumns(columns)}
        query={query}
        state={state}
        rowHref={(row) => href(path, { id: row.id })}
        selection={
          canDecide
            ? {
                ids: new Set(chosen.map(({ id }) => id)),
                onChange: setMarked,
                selectable: ({ allowed_actions }) => allowed_actions.length > 0,
                label: ({ candidate }) => t('enrollments.select', { name: nameOf(candidate) }),
              }
            : undefined
        }
        renderCard={(row) => <EnrollmentCard enrollment={row} preset={preset} />}
        empty={{
          title: t(`enrollments.${preset}.none`),
          description: t(`enrollments.${preset}.none_hint`),
        }}
      />
    </PageContainer>
  );
}

/** One enrollment on a narrow screen; the decision is made on its own page. */
function EnrollmentCard({ enrollment, preset }: { enrollment: EnrollmentRead; preset: Preset }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <CandidateName candidate={enrollment.candidate} />
      <Box sx={{ fontSize: '0.875rem', lineHeight: 1.6 }}>
        {localized(enrollment.batch, 'title', locale)}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          justifyContent: 'space-between',
          fontSize: '0.875rem',
          color: 'text.secondary',
        }}
      >
        {preset === 'pending' ? (
          <span>
            {t('enrollments.due')} <DateText value={enrollment.payment_due_at} style="datetime" />
          </span>
        ) : (
          <DateText value={enrollment.created_at} style="datetime" />
        )}
        <StatusChip noun="enrollment" status={enrollment.status} />
      </Box>
      {preset === 'rejected' && enrollment.reason && (
        <Box sx={{ fontSize: '0.875rem' }}>{enrollment.reason}</Box>
      )}
    </Box>
  );
}

export const AllEnrollments = () => <EnrollmentList preset="all" />;
export const RejectedEnrollments = () => <EnrollmentList preset="rejected" />;
export const PendingPayments = () => <EnrollmentList preset="pending" />;
export const EnrollmentRequests = () => <EnrollmentList preset="requests" />;
