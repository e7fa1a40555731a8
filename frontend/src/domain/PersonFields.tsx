import Box from '@mui/material/Box';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BilingualInput } from '@/components/form/BilingualInput';
import { PhoneInput } from '@/components/form/PhoneInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { type Locale, locales } from '@/i18n';
import type { Any } from '@/lib/any';

const languages = (Object.keys(locales) as Locale[]).map((value) => ({
  value,
  label: locales[value].name,
}));

/** Name, email, phone and language fields for a person whom others add or edit. */
export function PersonFields<Values extends FieldValues>({
  control,
  emailHint,
  locked = false,
}: {
  control: Control<Values, unknown, Any>;
  emailHint: string;
  /** Disables the fields used for sign-in. */
  locked?: boolean;
}) {
  const { t } = useTranslation();
  const name = (of: string) => of as FieldPath<Values>;
  return (
    <>
      <BilingualInput
        control={control}
        name="name"
        labels={{ en: t('person.name_en'), ar: t('person.name_ar') }}
        hint={t('person.name_hint')}
      />
      <TextInput
        control={control}
        name={name('email')}
        type="email"
        label={t('person.email')}
        hint={locked ? t('confirmations.no_permission') : emailHint}
        slotProps={{ input: { readOnly: locked } }}
        autoComplete="off"
        required
        ltr
      />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: 'repeat(2, 1fr)' } }}>
        <PhoneInput
          control={control}
          name={name('phone')}
          label={t('person.phone')}
          hint={locked ? t('confirmations.no_permission') : undefined}
          readOnly={locked}
          required
        />
        <SelectInput
          control={control}
          name={name('locale')}
          label={t('person.locale')}
          options={languages}
        />
      </Box>
    </>
  );
}
