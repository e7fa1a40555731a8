import DownIcon from '@mui/icons-material/ArrowDropDownOutlined';
import ClearIcon from '@mui/icons-material/Cancel';
import Chip from '@mui/material/Chip';
import Popover from '@mui/material/Popover';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterFields } from './FilterFields';
import { type Filter, getFilterNames } from './filters';
import { useFilterText } from './useFilterText';
import type { ListPosition } from './useListState';

/** A filter in the toolbar: a chip with its value, and a popover to change it. */
export function FilterChip({ filter, state }: { filter: Filter; state: ListPosition }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chip = useRef<HTMLDivElement>(null);
  const text = useFilterText(filter, state);
  const isSet = getFilterNames(filter).some((name) => state.texts(name).length > 0);
  const clear = () =>
    state.setFilters(Object.fromEntries(getFilterNames(filter).map((name) => [name, null])));
  return (
    <>
      <Chip
        ref={chip}
        label={text ? `${filter.label}: ${text}` : filter.label}
        variant={isSet ? 'filled' : 'outlined'}
        color={isSet ? 'primary' : 'default'}
        onClick={() => setOpen(true)}
        onDelete={isSet ? clear : () => setOpen(true)}
        deleteIcon={
          isSet ? (
            <ClearIcon titleAccess={t('table.clear_filter', { name: filter.label })} />
          ) : (
            <DownIcon />
          )
        }
        aria-haspopup="true"
        aria-expanded={open}
        title={isSet ? text : undefined}
        sx={{ height: 36, maxWidth: 280, flex: 'none', borderColor: 'divider' }}
      />
      <Popover
        open={open}
        anchorEl={chip.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { mt: 0.5, minWidth: filter.kind === 'choice' ? 220 : 320 } } }}
      >
        <FilterFields filter={filter} state={state} onDone={() => setOpen(false)} />
      </Popover>
    </>
  );
}
