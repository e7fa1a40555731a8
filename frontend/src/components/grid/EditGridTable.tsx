import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Tooltip from '@mui/material/Tooltip';
import { DataGrid, type GridColDef, type GridValidRowModel } from '@mui/x-data-grid';
import { arSD } from '@mui/x-data-grid/locales';
import { useLocale } from '@/i18n';
import type { Option } from './SelectInput';

/** A column of a grid that is edited. */
interface EditColumn<Row> {
  field: keyof Row & string;
  heading: string;
  flex?: number;
  width?: number;
  /** One of these, in place of text. */
  options?: readonly Option[];
  /** Codes, numbers and addresses are written left to right in Arabic too. */
  ltr?: boolean;
  readOnly?: boolean;
}

export interface EditGridProps<Row extends GridValidRowModel> {
  label: string;
  columns: readonly EditColumn<Row>[];
  rows: readonly Row[];
  rowId?: (row: Row) => string;
  /** What is wrong with a cell; nothing while it is right. */
  problem: (row: Row, field: keyof Row & string) => string | null;
  /** Told of each row that was edited, as it is now. */
  onChange: (row: Row) => void;
}

const ROW_HEIGHT = 44;

/** See `EditGrid`. */
export default function EditGridTable<Row extends GridValidRowModel>({
  label,
  columns,
  rows,
  rowId = (row) => row.id,
  problem,
  onChange,
}: EditGridProps<Row>) {
  const locale = useLocale();
  return (
    <Card sx={{ display: 'flex', flexDirection: 'column', maxHeight: 'calc(100dvh - 264px)' }}>
      <DataGrid<Row>
        aria-label={label}
        columns={columns.map((column) => gridColumn(column, problem))}
        rows={[...rows]}
        getRowId={rowId}
        rowHeight={ROW_HEIGHT}
        processRowUpdate={(row) => {
          onChange(row);
          return row;
        }}
        disableColumnMenu
        disableRowSelectionOnClick
        hideFooter
        localeText={locale === 'ar' ? arSD.components.MuiDataGrid.defaultProps.localeText : {}}
        sx={{
          border: 0,
          '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
          '& .wrong': { boxShadow: 'inset 0 0 0 1px var(--mui-palette-error-main)' },
        }}
      />
    </Card>
  );
}

function gridColumn<Row extends GridValidRowModel>(
  { field, heading, flex, width, options, ltr, readOnly }: EditColumn<Row>,
  problem: EditGridProps<Row>['problem'],
): GridColDef<Row> {
  const text = (value: unknown) =>
    options?.find((option) => option.value === value)?.label ?? String(value ?? '');
  return {
    field,
    headerName: heading,
    sortable: false,
    editable: !readOnly,
    ...(width ? { width } : { flex: flex ?? 1, minWidth: 140 }),
    ...(options && {
      type: 'singleSelect' as const,
      valueOptions: options.map(({ value, label }) => ({ value, label })),
    }),
    cellClassName: ({ row }) => (problem(row, field) ? 'wrong' : ''),
    renderCell: ({ row, value }) => {
      const wrong = problem(row, field);
      const shown = <bdi dir={ltr ? 'ltr' : 'auto'}>{text(value)}</bdi>;
      return wrong ? (
        <Tooltip title={wrong} describeChild>
          <Box component="span" sx={{ width: 1, color: 'error.main' }}>
            {shown}
          </Box>
        </Tooltip>
      ) : (
        shown
      );
    },
  } as GridColDef<Row>;
}
