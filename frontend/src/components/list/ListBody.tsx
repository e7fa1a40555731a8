import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import type { Filter } from './filters';
import type { Page } from './list';
import { useFilterText } from './useFilterText';
import type { ListPosition } from './useListState';

export interface NothingYet {
  title: string;
  description?: string;
  action?: ReactNode;
  /** Also used as the empty state while filters are set. */
  always?: boolean;
}

interface ListBodyProps {
  query: { data: Page<unknown> | undefined; error: unknown; refetch: () => unknown };
  state: ListPosition;
  empty: NothingYet;
  filters: readonly Filter[];
  search: string | undefined;
  children: ReactNode;
}

/** The rows of a list, or its empty, no-results or error state. */
export function ListBody({ query, state, empty, filters, search, children }: ListBodyProps) {
  const { data, error, refetch } = query;
  const { always, ...nothing } = empty;
  const failure = <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (error && !data) return failure;
  if (data?.meta.total === 0) {
    return (
      <Card>
        {state.isFiltered && !always ? (
          <NothingFound state={state} filters={filters} search={search} />
        ) : (
          <EmptyState {...nothing} />
        )}
      </Card>
    );
  }
  return (
    <>
      {Boolean(error) && <Box sx={{ mb: 2 }}>{failure}</Box>}
      {children}
    </>
  );
}

/** Shows the active search and filters, with a button to clear them. */
function NothingFound({
  state,
  filters,
  search,
}: Pick<ListBodyProps, 'state' | 'filters' | 'search'>) {
  const { t } = useTranslation();
  const [searched] = state.texts('search');
  return (
    <EmptyState
      icon={<SearchOffIcon />}
      title={t('table.nothing_found')}
      description={
        <>
          {t('table.nothing_found_hint')}
          <Box component="span" sx={{ display: 'block', mt: 1, fontWeight: 500 }}>
            {search && searched && <bdi>“{searched}” </bdi>}
            {filters.map((filter) => (
              <SetFilter key={filter.label} filter={filter} state={state} />
            ))}
          </Box>
        </>
      }
      action={
        <Button variant="outlined" onClick={state.clearFilters}>
          {t('table.clear_filters')}
        </Button>
      }
    />
  );
}

function SetFilter({ filter, state }: { filter: Filter; state: ListPosition }) {
  const text = useFilterText(filter, state);
  return text ? (
    <bdi>
      {filter.label}: {text}{' '}
    </bdi>
  ) : null;
}
