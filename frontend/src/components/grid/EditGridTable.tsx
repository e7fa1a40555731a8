import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import {
  DataGrid,
  GridCellEditStartReasons,
  type GridEventListener,
  gridFocusCellSelector,
  useGridApiRef,
} from '@mui/x-data-grid';
import { arSD } from '@mui/x-data-grid/locales';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { useShortcuts } from '@/lib/useShortcuts';
import { ErrorAlert } from '../feedback/ErrorAlert';
import { gridStyle } from '../list/gridStyle';
import { useColumnWidths, withWidth } from '../list/useColumnWidths';
import { useAskBeforeUnload } from '../useAskBeforeUnload';
import {
  applyPaste,
  applyReplacement,
  isOne,
  type Replacement,
  readBlock,
  toCellChange,
} from './edits';
import { FindBar } from './FindBar';
import { GridToolbar } from './GridToolbar';
import { type CellChange, type EditGridProps, type EditRow, PAGE_SIZE } from './grid';
import { gridColumns } from './gridColumns';
import { useGridRows } from './useGridRows';

const ROW_HEIGHT = 48;

export default function EditGridTable<Row>(props: EditGridProps<Row>) {
  const { name, label, columns, problemCount, onlyAtCells = false } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const api = useGridApiRef();
  const grid = useGridRows(props);
  const { view, show, rows, total, edits } = grid;
  const [finding, setFinding] = useState(false);
  const [said, setSaid] = useState('');
  const widths = useColumnWidths(name);
  useAskBeforeUnload(edits.waiting > 0);
  const shownColumns = useMemo(
    () =>
      gridColumns(columns, {
        line: t('edit_grid.line'),
        problems: onlyAtCells ? null : t('edit_grid.problems'),
      }),
    [columns, onlyAtCells, t],
  );

  function apply(changes: readonly CellChange[]) {
    edits.edit(changes);
    setSaid(t('edit_grid.changed', { count: changes.length }));
  }

  /** Undoes or redoes a step; `count` is the number of affected cells. */
  function step(move: () => void, count: number) {
    if (count === 0) return;
    move();
    setSaid(t('edit_grid.changed', { count }));
  }
  const undo = () => step(edits.undo, edits.canUndo);
  const redo = () => step(edits.redo, edits.canRedo);

  usePaste((text) => void paste(text));

  async function paste(text: string) {
    const cell = gridFocusCellSelector(api);
    const first = rows.findIndex(({ id }) => id === cell?.id);
    if (!cell || first === -1 || text === '') return;
    const block = readBlock(text);
    const following = rows.slice(first);
    if (following.length < block.length) {
      const missing = block.length - following.length;
      following.push(...(await grid.readFrom({ ...view, page: view.page + 1 }, missing)));
    }
    apply(applyPaste(block, following, cell.field, columns));
    const left = block.length - following.length;
    if (left > 0) setSaid(t('edit_grid.left_over', { count: left }));
  }

  async function replace(replacement: Replacement) {
    const found = await grid.readFrom({ ...view, page: 1 });
    apply(applyReplacement(found, replacement, columns));
  }

  /** Starts editing on a key press, except for keys that act on the whole cell. */
  const beforeEditing: GridEventListener<'cellEditStart'> = ({ row, field, reason }, event) => {
    // The clipboard event follows.
    if (reason === GridCellEditStartReasons.pasteKeyDown) event.defaultMuiPrevented = true;
    if (reason !== GridCellEditStartReasons.deleteKeyDown) return;
    event.defaultMuiPrevented = true;
    apply(findChanges(row, { ...row, cells: { ...row.cells, [field]: '' } }));
  };

  const findChanges = (before: EditRow, after: EditRow) =>
    columns
      .map((column) => toCellChange(before, column, after.cells[column.field] ?? ''))
      .filter(isOne);

  const find = () => setFinding(true);
  const onKeyDown = useShortcuts({
    'mod+z': undo,
    'mod+shift+z': redo,
    'mod+y': redo,
    'mod+f': find,
    'mod+h': find,
  });

  return (
    <Card
      onKeyDown={(event) => {
        if (!isField(event.target)) onKeyDown(event);
      }}
      sx={{ display: 'flex', flexDirection: 'column', height: 'max(480px, calc(100dvh - 220px))' }}
    >
      {columns.some(({ readOnly }) => !readOnly) && (
        <GridToolbar
          grid={grid}
          problemCount={problemCount}
          onlyAtCells={onlyAtCells}
          said={said}
          onUndo={undo}
          onRedo={redo}
          onFind={find}
        />
      )}
      {finding && (
        <FindBar
          columns={columns}
          search={view.search}
          total={total}
          onSearch={(search) => show({ search })}
          onReplace={replace}
          onClose={() => {
            setFinding(false);
            show({ search: '' });
          }}
        />
      )}
      {Boolean(grid.error) && (
        <Box sx={{ px: 1.5, pb: 1.5 }}>
          <ErrorAlert error={grid.error} onRetry={grid.askAgain} />
        </Box>
      )}
      <DataGrid<EditRow>
        apiRef={api}
        aria-label={label}
        columns={shownColumns.map((column) => withWidth(column, widths))}
        onColumnWidthChange={({ colDef, width }) => widths.set(colDef.field, width)}
        rows={rows}
        loading={grid.isFetching}
        rowHeight={ROW_HEIGHT}
        getRowClassName={({ row }) => (row.muted ? 'muted' : '')}
        isCellEditable={({ colDef }) => colDef.editable === true}
        onCellEditStart={beforeEditing}
        processRowUpdate={(after, before) => {
          edits.edit(findChanges(before, after));
          return after;
        }}
        paginationMode="server"
        rowCount={total ?? -1}
        paginationModel={{ page: view.page - 1, pageSize: PAGE_SIZE }}
        onPaginationModelChange={({ page }) => show({ page: page + 1 })}
        pageSizeOptions={[PAGE_SIZE]}
        disableColumnFilter
        disableColumnMenu
        disableColumnSorting
        disableColumnSelector
        disableDensitySelector
        disableRowSelectionOnClick
        hideFooterSelectedRowCount
        localeText={{
          ...(locale === 'ar' && arSD.components.MuiDataGrid.defaultProps.localeText),
          noRowsLabel: t('edit_grid.no_rows'),
          // The grid's Arabic locale uses Arabic-Indic digits; ours are Latin.
          paginationDisplayedRows: ({ from, to, count }) =>
            t('table.displayed_rows', { from, to, total: count }),
        }}
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        sx={look}
      />
    </Card>
  );
}

/** Inputs handle keys and clipboard events themselves. */
const isField = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Handles text pasted outside inputs. The event target is the selection, not the focus. */
function usePaste(onPaste: (text: string) => void) {
  const receive = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (document.activeElement && !isField(document.activeElement)) onPaste(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => receive(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

const look = {
  ...gridStyle,
  borderTop: 1,
  borderColor: 'divider',
  minHeight: 0,
  '& .MuiDataGrid-cell[data-field="line"]': { color: 'text.secondary' },
  '& .muted .MuiDataGrid-cell': { color: 'text.secondary', fontStyle: 'italic' },
  '& .wrong': { boxShadow: 'inset 0 0 0 1px var(--mui-palette-error-main)' },
  '& .cell': { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0, width: 1 },
  '& .text': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .words': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    whiteSpace: 'normal',
    fontSize: '0.8125rem',
    color: 'error.main',
  },
};
