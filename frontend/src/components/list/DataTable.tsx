import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  GridCellCheckboxRenderer,
  type GridColDef,
  GridFooterContainer,
  GridPagination,
  type GridRowId,
  type GridRowSelectionModel,
  type GridSortModel,
  type GridValidRowModel,
} from '@mui/x-data-grid';
import { arSD } from '@mui/x-data-grid/locales';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useLocale } from '@/i18n';
import type { Column } from './columns';
import { gridStyle } from './gridStyle';
import type { Page } from './list';
import { type SumField, Sums } from './Sums';
import { type ColumnWidths, withWidth } from './useColumnWidths';
import type { ListPosition } from './useListState';
import { type Density, ROW_HEIGHTS } from './usePreferences';
import type { Selection } from './useSelection';
import { useShownText } from './useShownText';

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  page: Page<Row> | undefined;
  state: ListPosition;
  /** The link of a row, in its first column. */
  href?: (row: Row) => string;
  rowId: (row: Row) => string;
  selection?: Selection<Row>;
  sums?: readonly SumField[];
}

declare module '@mui/x-data-grid' {
  interface FooterPropsOverrides {
    sums?: ReactNode;
  }
}

const PAGE_SIZES = [10, 20, 50, 100];
const HEADER_HEIGHT = 48;
const FOOTER_HEIGHT = 53;
// Keeps header and footer in view; the minimum fits a few rows.
const HEIGHT = 'max(420px, calc(100dvh - var(--above-table)))';

/** A page of a list as a table; the server sorts, filters and paginates. */
export function DataTable<Row extends GridValidRowModel>({
  label,
  columns,
  page,
  state,
  href,
  rowId,
  selection,
  sums,
  density,
  widths,
  isFetching,
}: TableProps<Row> & { density: Density; widths: ColumnWidths; isFetching: boolean }) {
  const locale = useLocale();
  const rowHeight = ROW_HEIGHTS[density];
  const rows = page?.data ?? [];
  const navigate = useNavigate();
  const open = useOpenRow(rows, rowId, href);
  const shownText = useShownText();
  // The grid treats a new array as a new sort order and returns to the first page.
  const sortModel = useMemo(() => toSortModel(state.sort), [state.sort]);
  return (
    <Card
      sx={{
        display: 'flex',
        flexDirection: 'column',
        maxHeight: HEIGHT,
        // Reduces layout shifts when the rows arrive.
        ...(!page && { height: HEADER_HEIGHT + 8 * rowHeight + FOOTER_HEIGHT }),
      }}
    >
      <DataGrid<Row>
        aria-label={label}
        columns={[
          ...(selection ? [checkboxColumn(selection)] : []),
          ...columns.map((column, index) =>
            gridColumn(withWidth(column, widths), state, index === 0 && href),
          ),
        ]}
        rows={rows}
        getRowId={rowId}
        onColumnWidthChange={({ colDef, width }) => widths.set(colDef.field, width)}
        loading={isFetching}
        rowHeight={rowHeight}
        columnHeaderHeight={HEADER_HEIGHT}
        // A page has few rows, and the browser's find-in-page needs all of them in the DOM.
        disableVirtualization
        // -1 means unknown; with 0 the grid would return to the first page.
        rowCount={page?.meta.total ?? -1}
        hideFooter={!page}
        paginationMode="server"
        paginationModel={{ page: state.page - 1, pageSize: state.pageSize }}
        onPaginationModelChange={({ page: next, pageSize }) =>
          state.setPage(pageSize === state.pageSize ? next + 1 : 1, pageSize)
        }
        pageSizeOptions={PAGE_SIZES}
        sortingMode="server"
        // A list is always sorted: clicking a heading toggles the direction.
        sortingOrder={['asc', 'desc']}
        sortModel={sortModel}
        onSortModelChange={([first]) =>
          state.setSort(
            first?.sort ? (first.sort === 'desc' ? `-${first.field}` : first.field) : null,
          )
        }
        disableColumnFilter
        disableColumnMenu
        disableColumnSelector
        disableDensitySelector
        disableRowSelectionOnClick
        // A link or button in the cell handles the key itself.
        onCellKeyDown={({ row }, event) => {
          if (href && event.key === 'Enter' && event.target === event.currentTarget) {
            void navigate(href(row));
          }
        }}
        {...(selection && selectionProps(selection))}
        slots={{ footer: Footer }}
        slotProps={{
          footer: { sums: sums && page && <Sums fields={sums} meta={page.meta} /> },
          row: href && { onClick: open, onAuxClick: open, onMouseDown: focusWithoutScroll },
          loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' },
        }}
        localeText={{
          ...(locale === 'ar' && arSD.components.MuiDataGrid.defaultProps.localeText),
          // The grid's Arabic locale uses Arabic-Indic digits; ours are Latin.
          paginationDisplayedRows: ({ from, to }) =>
            page ? shownText({ from, to }, page.meta) : '',
        }}
        sx={look(Boolean(href))}
      />
    </Card>
  );
}

/** The totals and the pagination. */
function Footer({ sums }: { sums?: ReactNode }) {
  return (
    <GridFooterContainer>
      <Box sx={{ px: 2 }}>{sums}</Box>
      <GridPagination />
    </GridFooterContainer>
  );
}

function gridColumn<Row extends GridValidRowModel>(
  column: Column<Row>,
  state: ListPosition,
  href: ((row: Row) => string) | false | undefined,
): GridColDef<Row> {
  const { field, heading, cell, flex, width, minWidth, align } = column;
  return {
    field,
    headerName: heading,
    // A column narrower than its words is illegible, even if flexible.
    ...(width ? { width, ...(flex && { flex }) } : { flex }),
    ...(minWidth && { minWidth }),
    ...(align && { align, headerAlign: align }),
    sortable: state.sorts.includes(field),
    renderCell: ({ row, id, tabIndex, api }) =>
      href ? (
        <Link
          component={RouterLink}
          to={href(row)}
          data-row-link
          // The grid is one tab stop and passes a cell's focus to its interactive element.
          tabIndex={tabIndex}
          onFocus={() => api.setCellFocus(id, field)}
          underline="none"
          color="inherit"
          sx={{ display: 'block', minWidth: 0, maxWidth: 1, '&:hover': { color: 'primary.main' } }}
        >
          {cell(row)}
        </Link>
      ) : (
        cell(row)
      ),
  };
}

/** Opens a row on click anywhere: in this tab, or with Ctrl or the middle button in a new one. */
function useOpenRow<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  href: ((row: Row) => string) | undefined,
) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const { id } = event.currentTarget.dataset;
    const row = rows.find((candidate) => rowId(candidate) === id);
    if (!row || !href || event.button > 1 || event.defaultPrevented) return;
    const pressed = event.target as Element;
    // Links, buttons, and menus and dialogs opened by the row handle their own clicks.
    if (!event.currentTarget.contains(pressed) || pressed.closest('a, button, input')) return;
    // The user is selecting text to copy.
    if (window.getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey || event.button === 1) {
      window.open(href(row), '_blank', 'noopener');
    } else {
      void navigate(href(row));
    }
  };
}

// The middle button starts scrolling in some browsers, which suppresses the click.
function focusWithoutScroll(event: MouseEvent) {
  if (event.button === 1 && !(event.target as Element).closest('a')) event.preventDefault();
}

/** The grid's checkbox column, each labelled by its row. */
const checkboxColumn = <Row extends GridValidRowModel>({
  label,
}: Selection<Row>): GridColDef<Row> => ({
  ...(GRID_CHECKBOX_SELECTION_COL_DEF as GridColDef<Row>),
  renderCell: (params) => (
    <GridCellCheckboxRenderer
      {...{ ...params, slotProps: { htmlInput: { 'aria-label': label(params.row) } } }}
    />
  ),
});

const selectionProps = <Row extends GridValidRowModel>(selection: Selection<Row>) => ({
  checkboxSelection: true,
  // The toolbar shows the selection with its actions.
  hideFooterSelectedRowCount: true,
  disableRowSelectionExcludeModel: true,
  isRowSelectable: ({ row }: { row: Row }) => selection.selectable(row),
  rowSelectionModel: { type: 'include' as const, ids: new Set<GridRowId>(selection.ids) },
  onRowSelectionModelChange: ({ ids }: GridRowSelectionModel) =>
    selection.onChange(new Set([...ids].map(String))),
});

const toSortModel = (sort: string | null): GridSortModel =>
  sort ? [{ field: sort.replace(/^-/, ''), sort: sort.startsWith('-') ? 'desc' : 'asc' }] : [];

const look = (leads: boolean) => ({
  ...gridStyle,
  // The checkbox column keeps its own narrower padding.
  '& :is(.MuiDataGrid-cell, .MuiDataGrid-columnHeader):not([data-field="__check__"])': { px: 2 },
  '& .MuiDataGrid-cell[data-field="__check__"]': { justifyContent: 'center' },
  '& .cut': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    whiteSpace: 'normal',
  },
  '& .two-lines': { display: 'grid', minWidth: 0 },
  '& .two-lines > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .two-lines small': { color: 'text.secondary', fontSize: '0.8125rem' },
  ...(leads && { '& .MuiDataGrid-row': { cursor: 'pointer' } }),
});
