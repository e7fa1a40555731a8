import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AddressRead } from '@/api/identity';
import { FormProblem } from '@/components/form/FormProblem';
import { TextInput } from '@/components/form/TextInput';
import { useSiteData } from '@/domain/site';
import { showProblem, useDraft, useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useDebounced } from '@/lib/useDebounced';
import { addressForm, addressOf } from './addressForm';
import { fieldGrid } from './fieldGrid';
import { PlaceInput } from './PlaceInput';
import { citiesOf, statesOf, useSaveAddress } from './queries';

interface AddressFormProps {
  profileId: string;
  address: AddressRead | null;
}

/** Country, then its states, then their cities, and the lines below them. */
export function AddressForm({ profileId, address }: AddressFormProps) {
  const { t } = useTranslation();
  const form = useZodForm(addressForm, addressOf(address));
  useDraft(`address ${profileId}`, form);
  const { control } = form;
  const [country, state] = useWatch({ control, name: ['country', 'state'] });
  const [stateText, setStateText] = useState('');
  const [cityText, setCityText] = useState('');
  const { countries, isLoading } = useSiteData();
  const states = useQuery(statesOf(country?.id, useDebounced(stateText)));
  const cities = useQuery(citiesOf(state?.id, useDebounced(cityText)));
  const save = useSaveAddress(profileId);

  const submit = form.handleSubmit((body) =>
    save.mutate(
      { path: { profile_id: profileId }, body },
      {
        onSuccess: (saved) => {
          form.reset(addressOf(saved));
          toast.success(t('common.saved'));
        },
        onError: (error) => showProblem(form, error),
      },
    ),
  );

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3, mt: 3 }}>
      <FormProblem control={control} />
      <Box sx={fieldGrid}>
        <PlaceInput
          control={control}
          name="country"
          label={t('address.country')}
          required
          places={countries}
          loading={isLoading}
          onChosen={() => {
            form.setValue('state', null);
            form.setValue('city', null);
          }}
        />
        <PlaceInput
          control={control}
          name="state"
          label={t('address.state')}
          hint={country ? undefined : t('address.country_first')}
          disabled={!country}
          places={country ? (states.data?.data ?? []) : []}
          loading={states.isFetching}
          onSearch={setStateText}
          onChosen={() => form.setValue('city', null)}
        />
        <PlaceInput
          control={control}
          name="city"
          label={t('address.city')}
          hint={state ? undefined : t('address.state_first')}
          disabled={!state}
          places={state ? (cities.data?.data ?? []) : []}
          loading={cities.isFetching}
          onSearch={setCityText}
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
      <Box>
        <Button type="submit" variant="contained" size="large" loading={save.isPending}>
          {t('common.save')}
        </Button>
      </Box>
    </Box>
  );
}
