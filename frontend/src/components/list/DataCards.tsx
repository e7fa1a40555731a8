import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Checkbox from '@mui/material/Checkbox';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column } from './columns';
import type { TableProps } from './DataTable';
import { Sums } from './Sums';
import { type Selection, toggleElement } from './useSelection';
import { useShownText } from './useShownText';

const WAITING = ['a', 'b', 'c', 'd'];

/** The rows of a table as cards, for narrow screens. */
export function DataCards<Row>({
  label,
  columns,
  page,
  state,
  href,
  rowId,
  selection,
  sums,
  renderCard,
  renderActions,
}: TableProps<Row> & {
  renderCard?: (row: Row) => ReactNode;
  /** The row's menu. */
  renderActions?: (row: Row) => ReactNode;
}) {
  const shownText = useShownText();
  if (!page) {
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {WAITING.map((key) => (
          <Skeleton key={key} variant="rounded" height={120} sx={{ borderRadius: 2 }} />
        ))}
      </Box>
    );
  }
  const { total, page_size } = page.meta;
  const pages = Math.ceil(total / page_size);
  const from = (page.meta.page - 1) * page_size + 1;
  return (
    <>
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
              {href ? (
                <CardActionArea
                  component={Link}
                  to={href(row)}
                  data-row-link
                  sx={{ p: 2, minWidth: 0 }}
                >
                  {content}
                </CardActionArea>
              ) : (
                <Box sx={{ p: 2, flex: 1, minWidth: 0 }}>{content}</Box>
              )}
              {renderActions && (
                <Box sx={{ py: 1, paddingInlineEnd: 0.5 }}>{renderActions(row)}</Box>
              )}
            </Card>
          );
        })}
      </Box>
      {sums && (
        <Box sx={{ mt: 2, display: 'flex', justifyContent: 'center' }}>
          <Sums fields={sums} meta={page.meta} />
        </Box>
      )}
      <Typography
        variant="body2"
        sx={{ mt: 2, textAlign: 'center', color: 'text.secondary' }}
        role="status"
      >
        {shownText({ from, to: from + page.data.length - 1 }, page.meta)}
      </Typography>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={state.page}
          onChange={(_, next) => {
            state.setPage(next);
            window.scrollTo({ top: 0 });
          }}
          sx={{ mt: 1, display: 'flex', justifyContent: 'center' }}
        />
      )}
    </>
  );
}

function Mark<Row>({
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
      onChange={() => onChange(toggleElement(ids, id))}
      slotProps={{ input: { 'aria-label': label(row) } }}
      sx={{ mt: 1.25, marginInlineStart: 0.5, marginInlineEnd: -1 }}
    />
  );
}

/** The columns as lines: the first is the heading, the others have labels. */
function Fields<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const [first, ...others] = columns;
  return (
    <>
      {first && (
        <Typography
          component="div"
          sx={{
            fontWeight: 600,
            mb: 1,
            '& .two-lines': { display: 'grid' },
            '& .two-lines small': { color: 'text.secondary', fontWeight: 400 },
          }}
        >
          {first.cell(row)}
        </Typography>
      )}
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.75 }}
      >
        {others.map((column) => (
          <Box key={column.field} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {column.heading}
            </Typography>
            <Typography
              component="dd"
              variant="body2"
              sx={{ m: 0, minWidth: 0, display: 'grid', justifyContent: 'end', textAlign: 'end' }}
            >
              {column.cell(row)}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
