import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AddressRead, Place } from '@/api/identity';
import { Form } from '@/components/form/Form';
import { FormFooter } from '@/components/form/FormFooter';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { useLeaveGuard } from '@/components/form/useLeaveGuard';
import { countriesQuery } from '@/domain/site/places';
import { localized, useLocale } from '@/i18n';
import { useDraft, useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { addressForm, addressOf } from './addressForm';
import { fieldGrid } from './fieldGrid';
import { citiesOf, statesOf, useSaveAddress } from './queries';

interface AddressFormProps {
  profileId: string;
  address: AddressRead | null;
}

// What the address keeps of a place.
const keep = ({ id, name_en, name_ar }: Place): Place => ({ id, name_en, name_ar });

/** Country, then its states, then their cities, and the lines below them. */
export function AddressForm({ profileId, address }: AddressFormProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const form = useZodForm(addressForm, addressOf(address));
  useDraft(`address ${profileId}`, form);
  const leaving = useLeaveGuard(form);
  const { control } = form;
  const [country, state] = useWatch({ control, name: ['country', 'state'] });
  const save = useSaveAddress(profileId);
  const label = (place: Place) => localized(place, 'name', locale);

  return (
    <Form
      form={form}
      onSave={async (body) => {
        const saved = await save.mutateAsync({ path: { profile_id: profileId }, body });
        form.reset(addressOf(saved));
        toast.success(t('common.saved'));
      }}
      sx={{ gap: 3, mt: 3 }}
    >
      <Box sx={fieldGrid}>
        <SearchSelectInput
          control={control}
          name="country"
          label={t('address.country')}
          required
          source={{ find: (text) => countriesQuery(text || undefined), label }}
          keep={keep}
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
          source={{ find: (text) => statesOf(country?.id, text), label }}
          keep={keep}
          onChosen={() => form.setValue('city', null)}
        />
        <SearchSelectInput
          control={control}
          name="city"
          label={t('address.city')}
          hint={state ? undefined : t('address.state_first')}
          disabled={!state}
          source={{ find: (text) => citiesOf(state?.id, text), label }}
          keep={keep}
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
      <FormFooter form={form} />
      {leaving}
    </Form>
  );
}
