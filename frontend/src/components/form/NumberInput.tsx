import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { cleanCode } from '@/lib/clean';
import type { FieldProps } from './types';

type NumberInputProps<Values extends FieldValues> = FieldProps<Values> & {
  /** The number of decimals; by default none. */
  decimals?: number;
  /** The unit after the number. */
  unit?: string;
  /** Form units per typed unit, such as 100 for halalas. */
  scale?: number;
};

/** A non-negative number, in any digits; the value is a number, or null while empty. */
export function NumberInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  decimals = 0,
  unit,
  scale = 1,
}: NumberInputProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  // The typed text, because "12." is an intermediate state of 12.5.
  const [typed, setTyped] = useState<string | null>(null);
  const value = field.value as number | null | undefined;
  const written = value === null || value === undefined ? '' : String(value / scale);
  // Round to the last typed decimal.
  const digits = 10 ** decimals;
  const parseNumber = (text: string) =>
    text === '' ? null : (Math.round(Number(text) * digits) * scale) / digits;
  return (
    <TextField
      name={field.name}
      inputRef={field.ref}
      label={label}
      required={required}
      disabled={disabled}
      value={typed !== null && parseNumber(typed) === (value ?? null) ? typed : written}
      onChange={(event) => {
        const text = cleanNumberText(event.target.value, decimals);
        setTyped(text);
        field.onChange(parseNumber(text));
      }}
      onBlur={() => {
        setTyped(null);
        field.onBlur();
      }}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        htmlInput: { dir: 'ltr', inputMode: decimals > 0 ? 'decimal' : 'numeric' },
        input: {
          endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment>,
        },
      }}
    />
  );
}

/** Keeps digits and one decimal point, and limits the number of decimals. */
function cleanNumberText(text: string, decimals: number): string {
  const [whole = '', ...rest] = cleanCode(text)
    .replace(/[٫,]/g, (sign) => (sign === '٫' ? '.' : ''))
    .replace(/[^\d.]/g, '')
    .split('.');
  if (decimals === 0 || rest.length === 0) return whole;
  return `${whole || '0'}.${rest.join('').slice(0, decimals)}`;
}
