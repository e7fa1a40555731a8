import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  DataGrid,
  type GridColDef,
  type GridRenderCellParams,
  type GridRowId,
  type GridRowSelectionModel,
  type GridSortModel,
  type GridValidRowModel,
} from '@mui/x-data-grid';
import { arSD } from '@mui/x-data-grid/locales';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useNavigate } from 'react-router';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { useLocale } from '@/i18n';
import type { TablePosition } from '@/lib/useTableState';
import { DataCards } from './DataCards';

/** A page of a list, as all our list calls answer it. */
export interface ListPage<Row> {
  data: Row[];
  meta: { page: number; page_size: number; total: number };
}

/** Rows that are marked to do something with them together. */
export interface Selection<Row> {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Whether a row may be marked. */
  selectable: (row: Row) => boolean;
  /** What marking this row is called, for those who cannot see the row. */
  label: (row: Row) => string;
}

interface DataTableProps<Row extends GridValidRowModel> {
  columns: GridColDef<Row>[];
  /** The query of the list; its result is a page. */
  query: {
    data: ListPage<Row> | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  state: TablePosition;
  /** What to say when there is nothing at all, usually with the way to the first one. */
  empty: { title: string; description?: string; action?: ReactNode };
  /** Where a row leads; its first column is the link. */
  rowHref?: (row: Row) => string;
  rowId?: (row: Row) => string;
  /** What stands for a row on narrow screens; by default its columns, one under the other. */
  renderCard?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  label: string;
}

const PAGE_SIZES = [10, 20, 50, 100];
const ROW_HEIGHT = 60;
// The header, the rows of one screen and the footer, so that little moves when they arrive.
const WAITING_HEIGHT = 56 + 8 * ROW_HEIGHT + 53;

/** A list from the server: sorted, filtered and paged there, with its state in the address. */
export function DataTable<Row extends GridValidRowModel>({
  columns,
  query,
  state,
  empty,
  rowHref,
  rowId = (row) => row.id,
  renderCard,
  selection,
  label,
}: DataTableProps<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const locale = useLocale();
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  const { data, error, isFetching, refetch } = query;

  // A new array would be a new order to the grid, for which it goes back to the first page.
  const sortModel = useMemo(() => sortModelOf(state.sort), [state.sort]);

  // The page may lie behind the end: the address is old, or its last rows went away.
  const { setPage } = state;
  const lastPage = data && Math.max(1, Math.ceil(data.meta.total / data.meta.page_size));
  const isBehindEnd =
    data?.data.length === 0 && lastPage !== undefined && data.meta.page > lastPage;
  useEffect(() => {
    if (isBehindEnd) setPage(lastPage, undefined, true);
  }, [isBehindEnd, lastPage, setPage]);

  const failure = (
    <Box sx={{ width: 1, mb: error && data ? 2 : 0 }}>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
    </Box>
  );
  if (error && !data) return failure;

  if (data && data.meta.total === 0) {
    return (
      <Card>
        {state.isFiltered ? (
          <EmptyState
            icon={<SearchOffIcon />}
            title={t('table.nothing_found')}
            description={t('table.nothing_found_hint')}
            action={
              <Button variant="outlined" onClick={state.clearFilters}>
                {t('table.clear_filters')}
              </Button>
            }
          />
        ) : (
          <EmptyState {...empty} />
        )}
      </Card>
    );
  }

  if (narrow) {
    return (
      <>
        {failure}
        <DataCards
          columns={columns}
          page={data}
          state={state}
          rowHref={rowHref}
          rowId={rowId}
          renderCard={renderCard}
          selection={selection}
          label={label}
        />
      </>
    );
  }

  return (
    <>
      {failure}
      <Card
        sx={{ display: 'flex', flexDirection: 'column', ...(!data && { height: WAITING_HEIGHT }) }}
      >
        <DataGrid<Row>
          aria-label={label}
          columns={rowHref ? withLinks(columns, rowHref) : columns}
          rows={data?.data ?? []}
          getRowId={rowId}
          loading={isFetching}
          // -1 is not known yet; with 0 the grid would go back to the first page.
          rowCount={data?.meta.total ?? -1}
          hideFooter={!data}
          paginationMode="server"
          paginationModel={{ page: state.page - 1, pageSize: state.pageSize }}
          onPaginationModelChange={({ page, pageSize }) =>
            setPage(pageSize === state.pageSize ? page + 1 : 1, pageSize)
          }
          pageSizeOptions={PAGE_SIZES}
          sortingMode="server"
          // A list is always sorted: pressing a heading turns the order round.
          sortingOrder={['asc', 'desc']}
          sortModel={sortModel}
          onSortModelChange={([first]) =>
            state.setSort(
              first?.sort ? (first.sort === 'desc' ? `-${first.field}` : first.field) : null,
            )
          }
          onRowClick={rowHref && (({ row }) => void navigate(rowHref(row)))}
          onCellKeyDown={(params, event) => {
            // On a link or a button in the cell, the key is that one's.
            if (rowHref && event.key === 'Enter' && event.target === event.currentTarget) {
              void navigate(rowHref(params.row));
            }
          }}
          disableColumnFilter
          disableRowSelectionOnClick
          {...(selection && {
            checkboxSelection: true,
            // Told above the table, with what can be done.
            hideFooterSelectedRowCount: true,
            disableRowSelectionExcludeModel: true,
            isRowSelectable: ({ row }: { row: Row }) => selection.selectable(row),
            rowSelectionModel: { type: 'include', ids: new Set<GridRowId>(selection.ids) },
            onRowSelectionModelChange: ({ ids }: GridRowSelectionModel) =>
              selection.onChange(new Set([...ids].map(String))),
          })}
          rowHeight={ROW_HEIGHT}
          // A long title takes a second line rather than losing its end.
          getRowHeight={() => 'auto'}
          getEstimatedRowHeight={() => ROW_HEIGHT}
          slotProps={{
            loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' },
          }}
          localeText={{
            ...(locale === 'ar' && arSD.components.MuiDataGrid.defaultProps.localeText),
            // The grid's own Arabic writes Arabic-Indic digits; ours are Latin everywhere.
            paginationDisplayedRows: ({ from, to, count }) =>
              t('table.displayed_rows', { from, to, total: count }),
          }}
          sx={{
            border: 0,
            '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
            // The column of checkboxes keeps its own, narrower space.
            '& :is(.MuiDataGrid-cell, .MuiDataGrid-columnHeader):not([data-field="__check__"])': {
              px: 2,
            },
            '& .MuiDataGrid-cell': {
              display: 'flex',
              alignItems: 'center',
              minHeight: ROW_HEIGHT,
              overflowWrap: 'anywhere',
              py: 1,
            },
            '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600 },
            ...(rowHref && { '& .MuiDataGrid-row': { cursor: 'pointer' } }),
          }}
        />
      </Card>
    </>
  );
}

const sortModelOf = (sort: string | null): GridSortModel =>
  sort ? [{ field: sort.replace(/^-/, ''), sort: sort.startsWith('-') ? 'desc' : 'asc' }] : [];

/** The columns with the first one as the link: for the keyboard, and for a tab of its own. */
function withLinks<Row extends GridValidRowModel>(
  [first, ...others]: GridColDef<Row>[],
  rowHref: (row: Row) => string,
): GridColDef<Row>[] {
  if (!first) return others;
  return [
    {
      ...first,
      renderCell: (params: GridRenderCellParams<Row>) => (
        <Link
          component={RouterLink}
          to={rowHref(params.row)}
          // The row leads there too, once is enough.
          onClick={(event) => event.stopPropagation()}
          underline="none"
          color="inherit"
          sx={{ minWidth: 0, fontWeight: 'inherit' }}
        >
          {first.renderCell?.(params) ?? params.formattedValue}
        </Link>
      ),
    },
    ...others,
  ];
}
