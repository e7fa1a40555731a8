import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';

interface Choice {
  value: string;
  label: string;
  /** The number of results; undefined while loading. */
  count?: number;
  /** A main entry, with its subentries below. */
  isMain?: boolean;
}

interface CountedSelectProps {
  label: string;
  /** The label of the empty choice. */
  all: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}

/** Selects a filter value; each option shows its result count. */
export function CountedSelect({ label, all, value, choices, onChange }: CountedSelectProps) {
  const shown = choices.some((choice) => choice.value === value) ? value : '';
  return (
    <TextField
      select
      size="small"
      label={label}
      value={shown}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        // The empty option is a valid choice, so its label is shown.
        inputLabel: { shrink: true },
        select: {
          displayEmpty: true,
          renderValue: () => choices.find((choice) => choice.value === shown)?.label ?? all,
        },
      }}
    >
      <MenuItem value="">{all}</MenuItem>
      {choices.map(({ value: each, label: name, count, isMain }) => (
        <MenuItem
          key={each}
          value={each}
          sx={{
            fontWeight: isMain ? 600 : undefined,
            paddingInlineStart: isMain === false ? 4 : undefined,
          }}
        >
          <Box component="span" sx={{ flex: 1, whiteSpace: 'normal' }}>
            {name}
          </Box>
          <Count of={count} />
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The result count at the end of an option. */
export function Count({ of }: { of?: number }) {
  const locale = useLocale();
  if (of === undefined) return null;
  return (
    <Box
      component="span"
      sx={{ marginInlineStart: 2, color: 'text.secondary', fontWeight: 400, fontSize: '0.875em' }}
    >
      {formatNumber(of, locale)}
    </Box>
  );
}
