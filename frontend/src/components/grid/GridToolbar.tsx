import FindIcon from '@mui/icons-material/FindReplaceOutlined';
import RedoIcon from '@mui/icons-material/RedoOutlined';
import UndoIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '@/lib/useProblemText';
import type { GridRows } from './useGridRows';

interface GridToolbarProps {
  grid: GridRows;
  problemCount?: number;
  /** Hides the filter for rows with errors. */
  onlyAtCells: boolean;
  /** The last change, such as "12 cells changed". */
  said: string;
  onUndo: () => void;
  onRedo: () => void;
  onFind: () => void;
}

/** The filter of rows, undo, and the save state. */
export function GridToolbar({
  grid,
  problemCount,
  onlyAtCells,
  said,
  onUndo,
  onRedo,
  onFind,
}: GridToolbarProps) {
  const { t } = useTranslation();
  const { view, show, rows, edits, askAgain } = grid;
  const label = t('edit_grid.only_problems');
  const mended = rows.filter(({ problems }) => problems.length === 0).length;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1.5 }}>
      {!onlyAtCells && (
        <Chip
          label={problemCount === undefined ? label : `${label} (${problemCount})`}
          variant={view.onlyProblems ? 'filled' : 'outlined'}
          color={view.onlyProblems ? 'primary' : 'default'}
          aria-pressed={view.onlyProblems}
          onClick={() => show({ onlyProblems: !view.onlyProblems })}
          sx={{ height: 36 }}
        />
      )}
      <Button size="small" color="inherit" startIcon={<FindIcon />} onClick={onFind}>
        {t('edit_grid.find')}
      </Button>
      <Action label={t('edit_grid.undo')} keys="Ctrl+Z" disabled={!edits.canUndo} onClick={onUndo}>
        <UndoIcon sx={{ transform: 'scaleX(var(--flip))' }} />
      </Action>
      <Action label={t('edit_grid.redo')} keys="Ctrl+Y" disabled={!edits.canRedo} onClick={onRedo}>
        <RedoIcon sx={{ transform: 'scaleX(var(--flip))' }} />
      </Action>
      {view.onlyProblems && mended > 0 && edits.waiting === 0 && (
        <Button size="small" onClick={askAgain}>
          {t('edit_grid.show_rest', { count: mended })}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <SaveState grid={grid} said={said} />
    </Box>
  );
}

function SaveState({ grid: { edits }, said }: Pick<GridToolbarProps, 'grid' | 'said'>) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const state = edits.waiting > 0 ? t('edit_grid.saving') : t('edit_grid.saved');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
      <Box role="status" sx={{ color: edits.error ? 'error.main' : 'text.secondary' }}>
        {[said, edits.error ? textOf(edits.error) : state].filter(Boolean).join(' · ')}
      </Box>
      {Boolean(edits.error) && (
        <Button size="small" onClick={edits.saveAgain}>
          {t('common.try_again')}
        </Button>
      )}
    </Box>
  );
}

function Action({
  label,
  keys,
  disabled,
  onClick,
  children,
}: {
  label: string;
  keys: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip title={`${label} (${keys})`} describeChild>
      {/* A disabled button has no pointer events, so its tooltip needs a wrapper. */}
      <span>
        <IconButton aria-label={label} disabled={disabled} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
