import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { omit } from 'zod/mini';
import { listCalendarSessionsOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListCalendarSessionsQuery } from '@/api/catalog/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FilterChip } from '@/components/list/FilterChip';
import { FilterSheet } from '@/components/list/FilterSheet';
import { getFilterNames } from '@/components/list/filters';
import { SearchField } from '@/components/list/SearchField';
import { SectionTabs } from '@/components/list/SectionTabs';
import { useFamily } from '@/components/list/useFamily';
import { useListState } from '@/components/list/useListState';
import { PageContainer } from '@/components/PageContainer';
import { TaughtFeed } from '@/domain/calendar/TaughtFeed';
import { getRiyadhDay } from '@/lib/riyadh';
import { SessionCalendar } from './SessionCalendar';
import { type CalendarView, getRange, parseView } from './sessionRange';
import { useBatchFilters } from './useBatchFilters';

const zFilters = omit(zListCalendarSessionsQuery, { first_day: true, days: true });

/** The sessions of all batches by month, week or as a list, with the filters of their list. */
export default function BatchCalendarPage() {
  const { t } = useTranslation();
  const { breakpoints } = useTheme();
  const narrow = useMediaQuery(breakpoints.down('lg'));
  const isPhone = useMediaQuery(breakpoints.down('md'));
  const sections = useFamily('batches');
  const filters = useBatchFilters().inCalendar;
  const state = useListState(zFilters);
  const [params, setParams] = useSearchParams();
  const day = params.get('day') ?? getRiyadhDay(new Date().toISOString());
  const view = parseView(params.get('view')) ?? (isPhone ? 'agenda' : 'month');
  const query = useQuery({
    ...listCalendarSessionsOptions({ query: { ...state.query, ...getRange(view, day) } }),
    placeholderData: keepPreviousData,
  });
  const show = (next: { day?: string; view?: CalendarView }) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(next)) current.set(name, value);
        return current;
      },
      { preventScrollReset: true },
    );
  return (
    <PageContainer title={t('routes.batchCalendar')} actions={<TaughtFeed />} compact>
      {sections && <SectionTabs label={sections.label} sections={sections.of} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 56, mb: 1 }}>
        <Box sx={{ flex: { xs: '1 1 auto', lg: '0 1 320px' }, minWidth: 0 }}>
          <SearchField
            label={t('batches.search')}
            value={state.texts('search')[0] ?? ''}
            onChange={(text) => state.setFilters({ search: text })}
          />
        </Box>
        {narrow ? (
          <FilterSheet filters={filters} columns={[]} state={state} />
        ) : (
          filters.map((filter) => (
            <FilterChip key={getFilterNames(filter).join()} filter={filter} state={state} />
          ))
        )}
      </Box>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.more && <Alert severity="info">{t('batches.calendar.too_many')}</Alert>}
      <SessionCalendar
        sessions={query.data?.sessions ?? []}
        isLoading={query.isFetching}
        day={day}
        view={view}
        onShow={show}
      />
    </PageContainer>
  );
}
