import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { OrganizationRead } from '@/api/approvals';
import type { FieldProps } from '@/components/form/types';
import { localized, useLocale } from '@/i18n';
import { useDebounced } from '@/lib/useDebounced';
import { organizationsQuery } from './queries';

/** Selects several organizations with a search on the server. */
export function OrganizationsInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
}: FieldProps<Values>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { field, fieldState } = useController({ control, name });
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed);
  const { data, isFetching } = useQuery({
    ...organizationsQuery(text),
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete<OrganizationRead, true>
      multiple
      disableCloseOnSelect
      options={data?.data ?? []}
      value={field.value}
      onChange={(_, chosen) => field.onChange(chosen)}
      onBlur={field.onBlur}
      onInputChange={(_, input, reason) => setTyped(reason === 'input' ? input.trim() : '')}
      getOptionKey={({ id }) => id}
      getOptionLabel={(each) => localized(each, 'name', locale)}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      // The server has already filtered, in both languages.
      filterOptions={(all) => all}
      loading={isFetching || text !== typed}
      loadingText={t('common.loading')}
      noOptionsText={t('common.no_options')}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          name={name}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
        />
      )}
    />
  );
}
