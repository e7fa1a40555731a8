import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CityRead } from '@/api/catalog';
import { zCityWrite } from '@/api/catalog/zod.gen';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormDialog } from '@/components/form/FormDialog';
import { fieldGrid } from '@/components/form/fieldGrid';
import { NumberInput } from '@/components/form/NumberInput';
import { TextInput } from '@/components/form/TextInput';
import { localized, useLocale } from '@/i18n';
import { cleanCode } from '@/lib/clean';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { statesOfQuery, useAddCity, useEditCity } from './queries';
import { useCountries } from './useCountries';

// Southern and western coordinates are negative, which number fields do not accept.
const degrees = z.string().check(z.regex(/^(-?\d{1,3}(\.\d{1,6})?)?$/));

const cityForm = z.extend(zCityWrite, {
  population: z.nullable(z.int().check(z.gte(0), z.lte(100_000_000))),
  latitude: degrees,
  longitude: degrees,
});

const parseNumber = (text: string) => (text === '' ? null : Number(text));

/** Adds a city or changes one. */
export function CityDialog({ city, onClose }: { city?: CityRead; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const add = useAddCity();
  const edit = useEditCity();
  const { options, loading } = useCountries();
  const form = useZodForm(cityForm, {
    country_id: city?.country_id,
    state_id: city?.state_id ?? null,
    name_en: city?.name_en ?? '',
    name_ar: city?.name_ar ?? '',
    latitude: city?.latitude?.toString() ?? '',
    longitude: city?.longitude?.toString() ?? '',
    population: city?.population ?? null,
    active: city?.active ?? true,
  });
  const { control } = form;
  const country = useWatch({ control, name: 'country_id' });
  const states = useQuery(statesOfQuery(country ?? null));
  const rows = states.data?.data;
  return (
    <FormDialog
      form={form}
      title={t(city ? 'places.city.edit' : 'places.city.add')}
      saveLabel={t('common.save')}
      onSave={async (values) => {
        const body = {
          ...values,
          latitude: parseNumber(values.latitude),
          longitude: parseNumber(values.longitude),
          population: values.population ?? 0,
          // Drop a state of the previously selected country.
          state_id: rows?.some(({ id }) => id === values.state_id) ? values.state_id : null,
        };
        if (city) await edit.mutateAsync({ path: { city_id: city.id }, body });
        else await add.mutateAsync({ body });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <Box sx={fieldGrid}>
        <AutocompleteInput
          control={control}
          name="country_id"
          label={t('places.country.one')}
          options={options}
          loading={loading}
          required
        />
        <AutocompleteInput
          control={control}
          name="state_id"
          label={t('places.state.one')}
          options={(rows ?? []).map((state) => ({
            value: state.id,
            label: localized(state, 'name', locale),
          }))}
          loading={states.isFetching}
          disabled={!country}
        />
      </Box>
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('places.name_en'), ar: t('places.name_ar') }}
        required
      />
      <Box sx={fieldGrid}>
        <TextInput
          control={control}
          name="latitude"
          label={t('places.city.latitude')}
          normalize={cleanCode}
          ltr
        />
        <TextInput
          control={control}
          name="longitude"
          label={t('places.city.longitude')}
          normalize={cleanCode}
          ltr
        />
      </Box>
      <NumberInput control={control} name="population" label={t('places.city.population')} />
      <CheckboxInput control={control} name="active" label={t('places.offer')} />
    </FormDialog>
  );
}
