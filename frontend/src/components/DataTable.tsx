import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataGrid, type GridColDef, type GridValidRowModel } from '@mui/x-data-grid';
import { arSD } from '@mui/x-data-grid/locales';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocale } from '@/i18n';
import type { TablePosition } from '@/lib/useTableState';
import { DataCards } from './DataCards';
import { EmptyState } from './EmptyState';
import { ErrorAlert } from './ErrorAlert';

/** A page of a list, as all our list calls answer it. */
export interface ListPage<Row> {
  data: Row[];
  meta: { page: number; page_size: number; total: number };
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
  /** Where a row leads. */
  rowHref?: (row: Row) => string;
  rowId?: (row: Row) => string;
  /** What stands for a row on narrow screens; by default its columns, one under the other. */
  renderCard?: (row: Row) => ReactNode;
  label: string;
}

const PAGE_SIZES = [10, 20, 50, 100];

/** A list from the server: sorted, filtered and paged there, with its state in the address. */
export function DataTable<Row extends GridValidRowModel>({
  columns,
  query,
  state,
  empty,
  rowHref,
  rowId = (row) => row.id,
  renderCard,
  label,
}: DataTableProps<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const locale = useLocale();
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'));
  const { data, error, isFetching, refetch } = query;

  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;

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
      <DataCards
        columns={columns}
        page={data}
        state={state}
        rowHref={rowHref}
        rowId={rowId}
        renderCard={renderCard}
        label={label}
      />
    );
  }

  const descending = state.sort?.startsWith('-');
  const sortField = state.sort?.replace(/^-/, '');
  return (
    <Card sx={{ display: 'flex', flexDirection: 'column' }}>
      <DataGrid<Row>
        aria-label={label}
        columns={columns}
        rows={data?.data ?? []}
        getRowId={rowId}
        loading={isFetching}
        rowCount={data?.meta.total ?? 0}
        paginationMode="server"
        paginationModel={{ page: state.page - 1, pageSize: state.pageSize }}
        onPaginationModelChange={({ page, pageSize }) =>
          state.setPage(pageSize === state.pageSize ? page + 1 : 1, pageSize)
        }
        pageSizeOptions={PAGE_SIZES}
        sortingMode="server"
        sortModel={sortField ? [{ field: sortField, sort: descending ? 'desc' : 'asc' }] : []}
        onSortModelChange={([first]) =>
          state.setSort(
            first?.sort ? (first.sort === 'desc' ? `-${first.field}` : first.field) : null,
          )
        }
        onRowClick={rowHref && (({ row }) => void navigate(rowHref(row)))}
        disableColumnFilter
        disableRowSelectionOnClick
        rowHeight={60}
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        localeText={{
          ...(locale === 'ar' && arSD.components.MuiDataGrid.defaultProps.localeText),
          // The grid's own Arabic writes Arabic-Indic digits; ours are Latin everywhere.
          paginationDisplayedRows: ({ from, to, count }) =>
            t('table.displayed_rows', { from, to, total: count }),
        }}
        sx={{
          border: 0,
          '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
          '& .MuiDataGrid-cell, & .MuiDataGrid-columnHeader': { px: 2 },
          '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center' },
          '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600 },
          ...(rowHref && { '& .MuiDataGrid-row': { cursor: 'pointer' } }),
        }}
      />
    </Card>
  );
}
