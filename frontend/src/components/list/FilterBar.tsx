import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TablePosition } from '@/lib/useTableState';

/** What a list can be searched and filtered by, the way out of it, and what is done with the list. */
export function FilterBar({
  state,
  actions,
  children,
}: {
  state: TablePosition;
  /** At the end of the row, e.g. the export. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        mb: 2.5,
        alignItems: 'center',
        // On a phone each field has the whole width.
        '& > .MuiFormControl-root, & > .MuiAutocomplete-root': { width: { xs: 1, sm: 'auto' } },
        '& > .MuiFormControl-root:has([type="search"])': { flex: { sm: '0 1 340px' } },
      }}
    >
      {children}
      {state.isFiltered && (
        <Button color="inherit" onClick={state.clearFilters}>
          {t('table.clear_filters')}
        </Button>
      )}
      {actions && <Box sx={{ marginInlineStart: 'auto' }}>{actions}</Box>}
    </Box>
  );
}
