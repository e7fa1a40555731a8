import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Option } from './SelectInput';
import type { FieldProps } from './types';

/** Selects several options; the value is the list of option values, in the options' order. */
export function MultiSelectInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  options,
}: FieldProps<Values> & { options: readonly Option[] }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const values: readonly string[] = field.value ?? [];
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={options}
      value={options.filter(({ value }) => values.includes(value))}
      onChange={(_, chosen) =>
        field.onChange(
          options.filter((option) => chosen.includes(option)).map(({ value }) => value),
        )
      }
      onBlur={field.onBlur}
      noOptionsText={t('common.no_options')}
      disabled={disabled}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          name={name}
          label={label}
          required={required && values.length === 0}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
        />
      )}
    />
  );
}
