import FilterIcon from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns';
import { FilterFields } from './FilterFields';
import { type ChoiceFilter, type Filter, getChosenValues, getFilterNames } from './filters';
import type { ListPosition } from './useListState';

interface FilterSheetProps<Row> {
  filters: readonly Filter[];
  columns: readonly Column<Row>[];
  state: ListPosition;
}

/** Filters and sort order in a bottom sheet, for phones. */
export function FilterSheet<Row>({ filters, columns, state }: FilterSheetProps<Row>) {
  const { t } = useTranslation();
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const set = filters.filter((filter) =>
    getFilterNames(filter).some((name) => state.texts(name).length > 0),
  ).length;
  const orders = getSortOptions(columns, state, t);
  if (filters.length === 0 && orders.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FilterIcon />}
        onClick={() => setOpen(true)}
        sx={{ flex: 'none', borderColor: 'divider', minHeight: 40 }}
      >
        {set > 0 ? t('table.filters_set', { number: set }) : t('table.filters')}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { maxHeight: '85dvh', borderRadius: '16px 16px 0 0' },
          },
        }}
      >
        <Box sx={{ p: 2.5, display: 'grid', gap: 2, overflowY: 'auto' }}>
          <Typography id={titleId} variant="h4" component="h2">
            {t('table.filters')}
          </Typography>
          {filters.map((filter) =>
            filter.kind === 'choice' ? (
              <ChoiceField key={filter.name} filter={filter} state={state} />
            ) : (
              <Box key={getFilterNames(filter).join()} sx={{ '& > *': { p: '0 !important' } }}>
                {filter.kind === 'dates' && (
                  <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
                    {filter.label}
                  </Typography>
                )}
                <FilterFields filter={filter} state={state} onDone={() => {}} />
              </Box>
            ),
          )}
          {orders.length > 0 && (
            <TextField
              select
              label={t('table.order')}
              value={state.sort ?? ''}
              onChange={(event) => state.setSort(event.target.value)}
            >
              {orders.map(({ value, text }) => (
                <MenuItem key={value} value={value}>
                  {text}
                </MenuItem>
              ))}
            </TextField>
          )}
        </Box>
        <Box
          sx={{
            display: 'flex',
            gap: 1.5,
            justifyContent: 'space-between',
            p: 2,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Button color="inherit" disabled={!state.isFiltered} onClick={state.clearFilters}>
            {t('table.clear_filters')}
          </Button>
          <Button variant="contained" onClick={() => setOpen(false)}>
            {t('table.show')}
          </Button>
        </Box>
      </Drawer>
    </>
  );
}

function ChoiceField({ filter, state }: { filter: ChoiceFilter; state: ListPosition }) {
  const { t } = useTranslation();
  const { name, label, options, usual } = filter;
  const many = state.takesMany(name);
  const chosen = getChosenValues(filter, state);
  return (
    <TextField
      select
      label={label}
      value={many ? chosen : (chosen[0] ?? '')}
      onChange={({ target }) =>
        state.setFilters({ [name]: target.value === usual ? null : target.value })
      }
      slotProps={{ select: { multiple: many } }}
    >
      {!many && !usual && <MenuItem value="">{t('common.all')}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The sort options of the cards: each sortable column in both directions. */
function getSortOptions<Row>(
  columns: readonly Column<Row>[],
  { sorts }: ListPosition,
  t: (key: string, values: { name: string }) => string,
) {
  return columns
    .flatMap(({ field, heading: name, order = 'names' }) => [
      { value: field, text: t(`table.orders.${order}.up`, { name }) },
      { value: `-${field}`, text: t(`table.orders.${order}.down`, { name }) },
    ])
    .filter(({ value }) => sorts.includes(value));
}
