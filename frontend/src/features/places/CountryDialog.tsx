import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountryRead } from '@/api/catalog';
import { zCountryWrite } from '@/api/catalog/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormDialog } from '@/components/form/FormDialog';
import { fieldGrid } from '@/components/form/fieldGrid';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { FlagInput } from './FlagInput';
import { useAddCountry, useEditCountry, useUploadFlag } from './queries';

const countryForm = z.extend(zCountryWrite, {
  calling_code: z.string().check(z.regex(/^(\+\d{1,7})?$/)),
  file: z.nullable(z.instanceof(File)),
});

/** Adds a country or changes one, its flag too. */
export function CountryDialog({
  country,
  onClose,
}: {
  country?: CountryRead;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const add = useAddCountry();
  const edit = useEditCountry();
  const upload = useUploadFlag();
  // If the flag is rejected, the country is saved already, so the retry is an update.
  const saved = useRef(country?.id);
  const form = useZodForm(countryForm, {
    code: country?.code ?? '',
    alpha3: country?.alpha3 ?? '',
    numeric_code: country?.numeric_code ?? '',
    name_en: country?.name_en ?? '',
    name_ar: country?.name_ar ?? '',
    calling_code: country?.calling_code ?? '',
    active: country?.active ?? true,
    file: null,
  });
  const { control } = form;
  return (
    <FormDialog
      form={form}
      title={t(country ? 'places.country.edit' : 'places.country.add')}
      saveLabel={t('common.save')}
      onSave={async ({ file, ...values }) => {
        const body = { ...values, calling_code: values.calling_code || null };
        if (saved.current) await edit.mutateAsync({ path: { country_id: saved.current }, body });
        else saved.current = (await add.mutateAsync({ body })).id;
        if (file) await upload.mutateAsync({ path: { country_id: saved.current }, body: { file } });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('places.name_en'), ar: t('places.name_ar') }}
        required
      />
      <Box sx={fieldGrid}>
        <TextInput control={control} name="code" label={t('places.country.code')} ltr required />
        <TextInput
          control={control}
          name="alpha3"
          label={t('places.country.alpha3')}
          ltr
          required
        />
        <TextInput
          control={control}
          name="numeric_code"
          label={t('places.country.numeric')}
          ltr
          required
        />
        <TextInput
          control={control}
          name="calling_code"
          label={t('places.country.calling_code')}
          placeholder="+966"
          ltr
        />
      </Box>
      <FlagInput
        control={control}
        name="file"
        label={t('places.country.choose_flag')}
        country={country}
      />
      <CheckboxInput control={control} name="active" label={t('places.offer')} />
    </FormDialog>
  );
}
