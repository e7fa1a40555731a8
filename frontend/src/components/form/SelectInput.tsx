import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './types';

export interface Option {
  value: string;
  label: string;
}

/** One of a few options. For many, use `AutocompleteInput`. */
export function SelectInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  options,
}: FieldProps<Values> & { options: readonly Option[] }) {
  const { field, fieldState } = useController({ control, name });
  const { ref, ...input } = field;
  return (
    <TextField
      {...input}
      value={field.value ?? ''}
      select
      inputRef={ref}
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
