import Box from '@mui/material/Box';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AddressWrite, Place } from '@/api/identity';
import { fieldGrid } from '@/components/form/fieldGrid';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { countriesQuery } from '@/domain/site/places';
import { localized, useLocale } from '@/i18n';
import type { AddressInput } from './addressForm';
import { cityOptions, stateOptions } from './places';

// The fields of a place that an address stores.
const pickPlace = ({ id, name_en, name_ar }: Place): Place => ({ id, name_en, name_ar });

/** The country, its states, their cities, and the address lines. */
export function AddressFields({
  form,
}: {
  form: UseFormReturn<AddressInput, unknown, AddressWrite>;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const control: Control<AddressInput, unknown, AddressWrite> = form.control;
  const [country, state] = useWatch({ control, name: ['country', 'state'] });
  const label = (place: Place) => localized(place, 'name', locale);
  return (
    <Box sx={fieldGrid}>
      <SearchSelectInput
        control={control}
        name="country"
        label={t('address.country')}
        required
        source={{ find: (text) => countriesQuery(text || undefined), label }}
        keep={pickPlace}
        onChosen={() => {
          form.setValue('state', null);
          form.setValue('city', null);
        }}
      />
      <SearchSelectInput
        control={control}
        name="state"
        label={t('address.state')}
        hint={country ? undefined : t('address.country_first')}
        disabled={!country}
        source={{ find: (text) => stateOptions(country?.id, text), label }}
        keep={pickPlace}
        onChosen={() => form.setValue('city', null)}
      />
      <SearchSelectInput
        control={control}
        name="city"
        label={t('address.city')}
        hint={state ? undefined : t('address.state_first')}
        disabled={!state}
        source={{ find: (text) => cityOptions(state?.id, text), label }}
        keep={pickPlace}
      />
      <TextInput
        control={control}
        name="postal_code"
        label={t('address.postal_code')}
        autoComplete="postal-code"
        ltr
      />
      <TextInput
        control={control}
        name="line1"
        label={t('address.line1')}
        hint={t('address.line1_hint')}
        autoComplete="address-line1"
        required
      />
      <TextInput
        control={control}
        name="line2"
        label={t('address.line2')}
        hint={t('address.optional')}
        autoComplete="address-line2"
      />
    </Box>
  );
}
