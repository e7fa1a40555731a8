import FilterIcon from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageMeta } from '@/api/catalog';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { SearchField } from '@/components/list/SearchField';
import type { ListPosition } from '@/components/list/useListState';
import { SortSelect } from './SortSelect';

// Loaded on demand, because only phones show it.
const FiltersDialog = lazy(() => import('./FiltersDialog'));

interface Found<Row> {
  data?: { data: Row[]; meta: PageMeta };
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
  /** The corrected search if the typed one has no results. */
  meant?: string | null;
}

interface CatalogueProps<Row> {
  found: Found<Row>;
  /** Beside the cards; on phones in a dialog. */
  filters: ReactNode;
  /** The label keys of the active filters. */
  filtersSet: readonly string[];
  state: ListPosition;
  sorts: readonly string[];
  searchLabel: string;
  /** The message key of the result count. */
  countKey: string;
  /** The message noun of the empty states. */
  noun?: string;
  renderCard: (row: Row) => ReactNode;
  rowKey: (row: Row) => string;
  /** The approximate height of a card, for skeletons. */
  cardHeight?: number;
}

const CARDS = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', xl: 'repeat(3, 1fr)' },
};

const FIRST_CARDS = 4;

const filtersWait = <Skeleton variant="rounded" height={560} />;

/** Search, filters and a grid of cards: trainings, batches and announcements look alike. */
export function Catalogue<Row>({
  found,
  filters,
  filtersSet,
  state,
  sorts,
  searchLabel,
  countKey,
  noun = 'catalogue',
  renderCard,
  rowKey,
  cardHeight = 450,
}: CatalogueProps<Row>) {
  const { t } = useTranslation();
  // Rendered on first use.
  const [filtersOpen, setFiltersOpen] = useState<boolean>();
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'), { noSsr: true });

  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { lg: '264px minmax(0, 1fr)' } }}>
      {!narrow && (
        <Box>
          {/* It scrolls if it is higher than the window; the padding leaves space for labels and focus rings. */}
          <Box
            sx={{
              position: 'sticky',
              top: 88,
              maxHeight: 'calc(100vh - 96px)',
              overflowY: 'auto',
              p: 1,
              m: -1,
            }}
          >
            <Suspense fallback={filtersWait}>{filters}</Suspense>
          </Box>
        </Box>
      )}
      <Box sx={{ gridColumn: { lg: 2 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2.5 }}>
          <Box sx={{ flex: '1 1 260px' }}>
            <SearchField
              label={searchLabel}
              value={state.texts('search')[0] ?? ''}
              onChange={(search) => state.setFilters({ search })}
            />
          </Box>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<FilterIcon />}
            onClick={() => setFiltersOpen(true)}
            sx={{ display: { lg: 'none' }, borderColor: 'divider' }}
          >
            {filtersSet.length > 0
              ? t('table.filters_set', { number: filtersSet.length })
              : t('catalogue.filters')}
          </Button>
          <SortSelect value={state.sort ?? sorts[0]} sorts={sorts} onChange={state.setSort} />
        </Box>
        <Results
          found={found}
          filtersSet={filtersSet}
          state={state}
          countKey={countKey}
          noun={noun}
          cardHeight={cardHeight}
        >
          {(rows) => <Cards rows={rows} renderCard={renderCard} rowKey={rowKey} />}
        </Results>
      </Box>
      {filtersOpen !== undefined && (
        <Suspense>
          <FiltersDialog
            open={filtersOpen}
            onClose={() => setFiltersOpen(false)}
            what={found.data && t(countKey, { count: found.data.meta.total })}
          >
            <Suspense fallback={filtersWait}>{filters}</Suspense>
          </FiltersDialog>
        </Suspense>
      )}
    </Box>
  );
}

/** Renders the first cards, then all of them; a poster has only the first. */
function Cards<Row>({
  rows,
  renderCard,
  rowKey,
}: Pick<CatalogueProps<Row>, 'renderCard' | 'rowKey'> & { rows: Row[] }) {
  const drawn = useDeferredValue(rows, rows.slice(0, FIRST_CARDS));
  return (
    <Box component="ul" sx={{ ...CARDS, listStyle: 'none', m: 0, p: 0 }}>
      {drawn.map((row) => (
        <li key={rowKey(row)}>{renderCard(row)}</li>
      ))}
    </Box>
  );
}

function Results<Row>({
  found,
  filtersSet,
  state,
  countKey,
  noun,
  cardHeight,
  children,
}: Pick<
  CatalogueProps<Row>,
  'found' | 'filtersSet' | 'state' | 'countKey' | 'noun' | 'cardHeight'
> & {
  children: (rows: Row[]) => ReactNode;
}) {
  const { t } = useTranslation();
  const { error, isPlaceholderData, refetch, meant = null } = found;
  // Cards render in portions, so that the browser stays responsive.
  const data = useDeferredValue(found.data);
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCards height={cardHeight} />;
  if (data.meta.total === 0) {
    return state.isFiltered ? (
      <EmptyState
        title={t('table.nothing_found')}
        description={
          filtersSet.length > 0
            ? t('catalogue.without_filters', {
                filters: filtersSet.map((label) => t(label)).join(t('table.list_separator')),
              })
            : t('catalogue.other_words')
        }
        action={
          <Button variant="outlined" onClick={state.clearFilters}>
            {t('catalogue.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState title={t(`${noun}.nothing_yet`)} description={t(`${noun}.nothing_yet_hint`)} />
    );
  }
  const pages = Math.ceil(data.meta.total / data.meta.page_size);
  return (
    <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      <Typography role="status" variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {meant !== null && (
          <>
            {t('catalogue.meant', { typed: state.texts('search')[0], meant })}
            <br />
          </>
        )}
        {t(countKey, { count: data.meta.total })}
      </Typography>
      {children(data.data)}
      {pages > 1 && (
        <Pagination
          count={pages}
          page={data.meta.page}
          onChange={(_, page) => {
            state.setPage(page);
            window.scrollTo({ top: 0 });
          }}
          sx={{ mt: 4, display: 'flex', justifyContent: 'center' }}
        />
      )}
    </Box>
  );
}

/** Skeletons of the cards. */
export function LoadingCards({ height }: { height?: number }) {
  return (
    <Box sx={CARDS}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} variant="rounded" height={height} sx={{ borderRadius: 4 }} />
      ))}
    </Box>
  );
}
