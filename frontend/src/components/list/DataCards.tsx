import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { GridColDef, GridRenderCellParams, GridValidRowModel } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TablePosition } from '@/lib/useTableState';
import type { ListPage, Selection } from './DataTable';

interface DataCardsProps<Row extends GridValidRowModel> {
  columns: GridColDef<Row>[];
  page: ListPage<Row> | undefined;
  state: TablePosition;
  rowHref?: (row: Row) => string;
  rowId: (row: Row) => string;
  renderCard?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  label: string;
}

const WAITING = ['a', 'b', 'c', 'd'];

/** The rows of a table as cards, for narrow screens. */
export function DataCards<Row extends GridValidRowModel>({
  columns,
  page,
  state,
  rowHref,
  rowId,
  renderCard,
  selection,
  label,
}: DataCardsProps<Row>) {
  if (!page) {
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {WAITING.map((key) => (
          <Skeleton key={key} variant="rounded" height={120} sx={{ borderRadius: 2 }} />
        ))}
      </Box>
    );
  }
  const pages = Math.ceil(page.meta.total / page.meta.page_size);
  return (
    <>
      <SortSelect columns={columns} state={state} />
      <Box
        component="ul"
        aria-label={label}
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          p: 0,
          m: 0,
          listStyle: 'none',
        }}
      >
        {page.data.map((row) => {
          const content = renderCard?.(row) ?? <Fields row={row} columns={columns} />;
          return (
            <Card component="li" key={rowId(row)} sx={{ display: 'flex', alignItems: 'start' }}>
              {selection?.selectable(row) && (
                <Mark row={row} id={rowId(row)} selection={selection} />
              )}
              {rowHref ? (
                <CardActionArea component={Link} to={rowHref(row)} sx={{ p: 2, minWidth: 0 }}>
                  {content}
                </CardActionArea>
              ) : (
                <Box sx={{ p: 2, flex: 1, minWidth: 0 }}>{content}</Box>
              )}
            </Card>
          );
        })}
      </Box>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={state.page}
          onChange={(_, next) => state.setPage(next)}
          sx={{ mt: 3, display: 'flex', justifyContent: 'center' }}
        />
      )}
    </>
  );
}

function Mark<Row extends GridValidRowModel>({
  row,
  id,
  selection: { ids, onChange, label },
}: {
  row: Row;
  id: string;
  selection: Selection<Row>;
}) {
  return (
    <Checkbox
      checked={ids.has(id)}
      onChange={(_, checked) => {
        const next = new Set(ids);
        if (checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
      slotProps={{ input: { 'aria-label': label(row) } }}
      sx={{ mt: 1.25, marginInlineStart: 0.5, marginInlineEnd: -1 }}
    />
  );
}

/** The order of the cards: what the headings of the table offer, both ways. */
function SortSelect<Row extends GridValidRowModel>({
  columns,
  state,
}: {
  columns: GridColDef<Row>[];
  state: TablePosition;
}) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortable !== false);
  const orders = sortable.flatMap(({ field, headerName: name }) => [
    { value: field, text: t('table.ascending', { name }) },
    { value: `-${field}`, text: t('table.descending', { name }) },
  ]);
  if (!state.sort || orders.length === 0) return null;
  return (
    <TextField
      select
      size="small"
      label={t('table.order')}
      value={state.sort}
      onChange={(event) => state.setSort(event.target.value)}
      sx={{ mb: 1.5, maxWidth: { sm: 340 } }}
    >
      {orders.map(({ value, text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The columns one under the other: the first as the heading, the others with their names. */
function Fields<Row extends GridValidRowModel>({
  row,
  columns,
}: {
  row: Row;
  columns: GridColDef<Row>[];
}) {
  const [first, ...others] = columns;
  return (
    <>
      {first && (
        <Typography component="div" sx={{ fontWeight: 600, mb: 1 }}>
          {cell(first, row)}
        </Typography>
      )}
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.75 }}
      >
        {others.map((column) => (
          <Box key={column.field} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {column.headerName}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, textAlign: 'end' }}>
              {cell(column, row)}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** What the column shows of the row; its renderer gets the row and the value, as in the grid. */
function cell<Row extends GridValidRowModel>(column: GridColDef<Row>, row: Row): ReactNode {
  const raw = row[column.field];
  const value = column.valueGetter
    ? column.valueGetter(raw as never, row, column, { current: null } as never)
    : raw;
  if (column.renderCell) {
    return column.renderCell({ row, value, field: column.field } as GridRenderCellParams<Row>);
  }
  return column.valueFormatter
    ? String(column.valueFormatter(value as never, row, column, { current: null } as never))
    : String(value ?? '–');
}
