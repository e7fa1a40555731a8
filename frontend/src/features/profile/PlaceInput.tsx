import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Place } from '@/api/identity';
import type { FieldProps } from '@/components/form/types';
import { localized, useLocale } from '@/i18n';
import type { AddressInput } from './addressForm';

type PlaceInputProps = FieldProps<AddressInput> & {
  name: 'country' | 'state' | 'city';
  places: readonly Place[];
  loading: boolean;
  /** For places that the server searches: told what is typed; they are then not filtered here. */
  onSearch?: (text: string) => void;
  /** Called after another place was chosen. */
  onChosen?: () => void;
};

/** A country, state or city with its names; what was chosen need not be among those found now. */
export function PlaceInput({
  control,
  name,
  label,
  hint,
  required,
  disabled = false,
  places,
  loading,
  onSearch,
  onChosen,
}: PlaceInputProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { field, fieldState } = useController({ control, name });
  return (
    <Autocomplete<Place>
      options={places}
      value={field.value ?? null}
      onChange={(_, place) => {
        field.onChange(place && { id: place.id, name_en: place.name_en, name_ar: place.name_ar });
        onSearch?.('');
        onChosen?.();
      }}
      onBlur={field.onBlur}
      onInputChange={(_, text, reason) => reason !== 'reset' && onSearch?.(text.trim())}
      getOptionKey={(place) => place.id}
      getOptionLabel={(place) => localized(place, 'name', locale)}
      isOptionEqualToValue={(place, value) => place.id === value.id}
      filterOptions={onSearch ? (all) => all : undefined}
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
