import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Started } from '@/components/feedback/FailureBeside';
import type { Column } from './columns';
import { ExportMenu } from './ExportMenu';
import { FilterChip } from './FilterChip';
import { FilterSheet } from './FilterSheet';
import { type Filter, getFilterNames } from './filters';
import type { FileFormat } from './list';
import { SearchField } from './SearchField';
import type { ListPosition } from './useListState';
import type { Preferences } from './usePreferences';
import { ViewMenu } from './ViewMenu';

interface ListToolbarProps<Row> {
  state: ListPosition;
  /** The label of the search field, such as "Name or reference"; undefined without search. */
  search?: string;
  filters: readonly Filter[];
  columns: readonly Column<Row>[];
  preferences: Preferences;
  /** Shows the list's shortcuts; undefined without any. */
  onKeys?: () => void;
  narrow: boolean;
  /** Undefined if the list cannot be exported. */
  save?: Started<FileFormat>;
}

/** The toolbar of a list: search, filters, view and export. */
export function ListToolbar<Row>({
  state,
  search,
  filters,
  columns,
  preferences,
  onKeys,
  narrow,
  save,
}: ListToolbarProps<Row>) {
  const { t } = useTranslation();
  return (
    <>
      {search && (
        <Box sx={{ flex: { xs: '1 1 auto', lg: '0 1 320px' }, minWidth: { xs: 0, lg: 220 } }}>
          <SearchField
            label={search}
            value={state.texts('search')[0] ?? ''}
            onChange={(text) => state.setFilters({ search: text })}
          />
        </Box>
      )}
      {narrow ? (
        <FilterSheet filters={filters} columns={columns} state={state} />
      ) : (
        <Chips>
          {filters.map((filter) => (
            <FilterChip key={getFilterNames(filter).join()} filter={filter} state={state} />
          ))}
          {(search || filters.length > 0) && (
            // Space is reserved, so that nothing moves when it appears.
            <Button
              color="inherit"
              size="small"
              onClick={state.clearFilters}
              sx={{ flex: 'none', visibility: state.isFiltered ? 'visible' : 'hidden' }}
            >
              {t('table.clear_filters')}
            </Button>
          )}
        </Chips>
      )}
      <Box sx={{ marginInlineStart: 'auto', display: 'flex', flex: 'none' }}>
        {!narrow && <ViewMenu columns={columns} preferences={preferences} onKeys={onKeys} />}
        {save && <ExportMenu save={save} />}
      </Box>
    </>
  );
}

/** A single scrolling line of filters. */
function Chips({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        minWidth: 0,
        // Leaves space for focus outlines, which would be clipped; the chips align with the table.
        p: 0.5,
        mx: -0.5,
        overflowX: 'auto',
        scrollbarWidth: 'none',
      }}
    >
      {children}
    </Box>
  );
}
