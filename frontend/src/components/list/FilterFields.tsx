import CheckIcon from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import InputAdornment from '@mui/material/InputAdornment';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import TextField from '@mui/material/TextField';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '@/components/form/SearchSelect';
import { minorDigits } from '@/lib/format';
import {
  type AmountsFilter,
  type ChoiceFilter,
  type DatesFilter,
  type Filter,
  getChosenValues,
  type RecordFilter,
} from './filters';
import { useChosen } from './useFilterText';
import type { ListPosition } from './useListState';

// The calendar is large, and few lists have a date filter.
const DayField = lazy(() => import('@/components/DayField'));

interface FieldsProps<Kind extends Filter> {
  filter: Kind;
  state: ListPosition;
  /** Called after the last selection. */
  onDone: () => void;
}

/** The controls of a filter, in its chip's popover or in the filter sheet. */
export function FilterFields({ filter, ...props }: FieldsProps<Filter>) {
  if (filter.kind === 'choice') return <Choices filter={filter} {...props} />;
  if (filter.kind === 'dates') return <Days filter={filter} {...props} />;
  if (filter.kind === 'amounts') return <Amounts filter={filter} {...props} />;
  return <OneRecord filter={filter} {...props} />;
}

function Choices({ filter, state, onDone }: FieldsProps<ChoiceFilter>) {
  const { t } = useTranslation();
  const { name, label, options, usual } = filter;
  const chosen = getChosenValues(filter, state);
  const many = state.takesMany(name);
  const choose = (value: string) => {
    if (!many || !value) {
      state.setFilters({ [name]: value === usual ? null : value || null });
      onDone();
      return;
    }
    // In the options' order, so that one selection has one URL.
    const wanted = options
      .map((option) => option.value)
      .filter((option) => chosen.includes(option) !== (option === value));
    state.setFilters({ [name]: wanted });
  };
  return (
    <MenuList aria-label={label} dense autoFocusItem>
      {!usual && (
        <MenuItem
          role="menuitemradio"
          aria-checked={chosen.length === 0}
          selected={chosen.length === 0}
          onClick={() => choose('')}
        >
          <ListItemIcon>{chosen.length === 0 && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText>{t('common.all')}</ListItemText>
        </MenuItem>
      )}
      {options.map((option) => {
        const isChosen = chosen.includes(option.value);
        return (
          <MenuItem
            key={option.value}
            role={many ? 'menuitemcheckbox' : 'menuitemradio'}
            aria-checked={isChosen}
            onClick={() => choose(option.value)}
          >
            <ListItemIcon>
              {many ? (
                <Checkbox edge="start" size="small" checked={isChosen} tabIndex={-1} aria-hidden />
              ) : (
                isChosen && <CheckIcon fontSize="small" />
              )}
            </ListItemIcon>
            <ListItemText>{option.label}</ListItemText>
          </MenuItem>
        );
      })}
    </MenuList>
  );
}

function Days({ filter: { from, to }, state }: FieldsProps<DatesFilter>) {
  const { t } = useTranslation();
  const first = state.texts(from)[0] ?? null;
  const last = state.texts(to)[0] ?? null;
  const renderPlaceholder = (label: string) => <TextField size="small" label={label} disabled />;
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
      <Suspense fallback={renderPlaceholder(t('table.from'))}>
        <DayField
          label={t('table.from')}
          value={first}
          max={last ?? undefined}
          onChange={(day) => state.setFilters({ [from]: day })}
          clearable
          textField={{ size: 'small' }}
        />
      </Suspense>
      <Suspense fallback={renderPlaceholder(t('table.to'))}>
        <DayField
          label={t('table.to')}
          value={last}
          min={first ?? undefined}
          onChange={(day) => state.setFilters({ [to]: day })}
          clearable
          textField={{ size: 'small' }}
        />
      </Suspense>
    </Box>
  );
}

function Amounts({ filter: { from, to, currency }, state, onDone }: FieldsProps<AmountsFilter>) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
      {[from, to].map((name) => (
        <AmountField
          key={name}
          label={t(name === from ? 'table.from' : 'table.to')}
          currency={currency}
          value={state.texts(name)[0]}
          onChange={(amount) => state.setFilters({ [name]: amount })}
          onDone={onDone}
        />
      ))}
    </Box>
  );
}

interface AmountFieldProps {
  label: string;
  currency: string;
  value: string | undefined;
  onChange: (amount: string | null) => void;
  onDone: () => void;
}

/** An amount applied on blur or Enter, because a partial number is a different value. */
function AmountField({ label, currency, value, onChange, onDone }: AmountFieldProps) {
  const scale = 10 ** minorDigits(currency);
  const known = value === undefined ? '' : String(Number(value) / scale);
  const [text, setText] = useState(known);
  const take = () => {
    const amount = Math.round(Number(text) * scale);
    const wanted = text.trim() === '' || !(amount >= 0) ? null : String(amount);
    setText(wanted === null ? '' : String(amount / scale));
    if (wanted !== (value ?? null)) onChange(wanted);
  };
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return;
        take();
        onDone();
      }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', dir: 'ltr' },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
      }}
    />
  );
}

function OneRecord({ filter, state, onDone }: FieldsProps<RecordFilter>) {
  const chosen = useChosen(filter, state);
  return (
    <Box sx={{ p: 2 }}>
      <SearchSelect
        source={filter.source}
        label={filter.label}
        value={chosen}
        size="small"
        autoFocus
        onChange={(item) => {
          state.setFilters({ [filter.name]: item?.id ?? null });
          if (item) onDone();
        }}
      />
    </Box>
  );
}
