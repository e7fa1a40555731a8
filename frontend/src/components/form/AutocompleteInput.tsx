import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Option } from './SelectInput';
import type { FieldProps } from './types';

type AutocompleteInputProps<Values extends FieldValues> = FieldProps<Values> & {
  options: readonly Option[];
  loading?: boolean;
};

/**
 * Selects one of the given options with a local search; for server search use `SearchSelectInput`.
 * The value is the option's `value`, or null.
 */
export function AutocompleteInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  options,
  loading,
}: AutocompleteInputProps<Values>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  return (
    <Autocomplete
      options={options}
      value={options.find((option) => option.value === field.value) ?? null}
      onChange={(_, option) => field.onChange(option?.value ?? null)}
      onBlur={field.onBlur}
      isOptionEqualToValue={(option, value) => option.value === value.value}
      loading={loading}
      loadingText={t('common.loading')}
      noOptionsText={t('common.no_options')}
      disabled={disabled}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          name={name}
          label={label}
          required={required}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
        />
      )}
    />
  );
}
