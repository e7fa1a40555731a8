import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../list/SearchField';
import type { Replacement } from './edits';
import type { EditColumn } from './grid';

interface FindBarProps {
  columns: readonly EditColumn[];
  search: string;
  /** The number of rows with the text; undefined while loading. */
  total: number | undefined;
  onSearch: (text: string) => void;
  onReplace: (replacement: Replacement) => Promise<void>;
  onClose: () => void;
}

const ALL = '';

/** Finds a text in all rows and replaces it, in one column or all. */
export function FindBar({ columns, search, total, onSearch, onReplace, onClose }: FindBarProps) {
  const { t } = useTranslation();
  const [by, setBy] = useState('');
  const [field, setField] = useState(ALL);
  const [replacing, setReplacing] = useState(false);
  async function replace() {
    setReplacing(true);
    await onReplace({ find: search, by, field: field || null }).finally(() => setReplacing(false));
  }
  return (
    <Box
      role="search"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        pb: 1.5,
        '& .MuiTextField-root': { width: { xs: 1, sm: 190 } },
      }}
    >
      <SearchField label={t('edit_grid.find_what')} value={search} onChange={onSearch} />
      <TextField
        size="small"
        label={t('edit_grid.replace_by')}
        value={by}
        onChange={({ target }) => setBy(target.value)}
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      <TextField
        select
        size="small"
        label={t('edit_grid.where')}
        value={field}
        onChange={({ target }) => setField(target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={ALL}>{t('edit_grid.all_columns')}</MenuItem>
        {columns
          .filter(({ readOnly }) => !readOnly)
          .map((column) => (
            <MenuItem key={column.field} value={column.field}>
              {column.heading}
            </MenuItem>
          ))}
      </TextField>
      <Button
        variant="outlined"
        disabled={search === ''}
        loading={replacing}
        onClick={() => void replace()}
      >
        {t('edit_grid.replace_all')}
      </Button>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }} aria-live="polite">
        {search !== '' && total !== undefined && t('edit_grid.found', { count: total })}
      </Box>
      <Box sx={{ flex: 1 }} />
      <IconButton aria-label={t('common.close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </Box>
  );
}
