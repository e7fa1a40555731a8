import WrongIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import visuallyHidden from '@mui/utils/visuallyHidden';
import type { GridColDef } from '@mui/x-data-grid';
import type { EditColumn, EditRow } from './grid';

const WIDTH = 160;

/** The columns of the grid: row number, errors and cells. */
export const gridColumns = (
  columns: readonly EditColumn[],
  texts: { line: string; problems: string | null },
): GridColDef<EditRow>[] => [
  { ...fixed, field: 'line', headerName: texts.line, width: 72 },
  ...(texts.problems === null
    ? []
    : [
        {
          ...fixed,
          field: 'problems',
          headerName: texts.problems,
          width: 260,
          renderCell: ({ row }: { row: EditRow }) => <Problems row={row} columns={columns} />,
        },
      ]),
  ...columns.map(cellColumn),
];

const fixed = { sortable: false, editable: false } as const;

function Problems({ row, columns }: { row: EditRow; columns: readonly EditColumn[] }) {
  const headings = new Map(columns.map(({ field, heading }) => [field, heading]));
  const text = row.problems
    .map(({ field, text: problem }) => {
      const heading = field !== null && headings.get(field);
      return heading ? `${heading}: ${problem}` : problem;
    })
    .join(' ');
  return (
    <Tooltip title={text} describeChild>
      <Box component="span" dir="auto" className="words">
        {text}
      </Box>
    </Tooltip>
  );
}

function cellColumn({
  field,
  heading,
  kind = 'text',
  options = [],
  ltr,
  readOnly,
  width = WIDTH,
  fills,
}: EditColumn): GridColDef<EditRow> {
  const direction = ltr || kind === 'number' || kind === 'day' ? 'ltr' : 'auto';
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  return {
    field,
    headerName: heading,
    sortable: false,
    editable: !readOnly,
    ...(fills ? { flex: 1, minWidth: width } : { width }),
    valueGetter: (_, row) => row.cells[field] ?? '',
    valueSetter: (value, row) => ({
      ...row,
      cells: { ...row.cells, [field]: String(value ?? '') },
    }),
    ...(kind === 'choice' && {
      type: 'singleSelect' as const,
      // The current value may not be one of the options; it is shown unchanged until the user
      // selects one.
      valueOptions: ({ row }: { row?: EditRow }) => {
        const value = row?.cells[field] ?? '';
        return labels.has(value) ? [...options] : [{ value, label: value || '–' }, ...options];
      },
    }),
    cellClassName: ({ row }) => (getProblem(row, field) ? 'wrong' : ''),
    renderCell: ({ row, value }) => (
      <Cell
        text={labels.get(value) ?? String(value ?? '')}
        direction={direction}
        problem={getProblem(row, field)}
      />
    ),
  };
}

/** A cell's text with its error, visible and for screen readers. */
function Cell({
  text,
  direction,
  problem,
}: {
  text: string;
  direction: 'ltr' | 'auto';
  problem: string;
}) {
  const shown = (
    <bdi dir={direction} className="text">
      {text}
    </bdi>
  );
  if (!problem) return shown;
  return (
    <Tooltip title={problem} describeChild>
      <Box component="span" className="cell">
        {shown}
        <WrongIcon aria-hidden color="error" sx={{ fontSize: 18 }} />
        <span style={visuallyHidden}>{problem}</span>
      </Box>
    </Tooltip>
  );
}

const getProblem = ({ problems }: EditRow, field: string): string =>
  problems
    .filter((problem) => problem.field === field)
    .map(({ text }) => text)
    .join(' ');
