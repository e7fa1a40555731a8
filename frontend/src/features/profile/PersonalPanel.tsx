import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { NumberKind } from '@/api/identity';
import { updateMeMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { BilingualInput } from '@/components/form/BilingualInput';
import { DateInput } from '@/components/form/DateInput';
import { Form } from '@/components/form/Form';
import { FormFooter } from '@/components/form/FormFooter';
import { fieldGrid } from '@/components/form/fieldGrid';
import { PhoneInput } from '@/components/form/PhoneInput';
import { SelectInput } from '@/components/form/SelectInput';
import { useLeaveGuard } from '@/components/form/useLeaveGuard';
import { TitledCard } from '@/components/record/TitledCard';
import { NumberCases } from '@/domain/numberCases/NumberCases';
import { numberFields } from '@/domain/numberCases/queries';
import { TakenNumberAlert } from '@/domain/numberCases/TakenNumberAlert';
import { birthDates } from '@/domain/personFields';
import { useCountryOptions } from '@/domain/useCountryOptions';
import { type Locale, locales } from '@/i18n';
import { useDraft, useZodForm } from '@/lib/forms';
import { continueSession, type User } from '@/lib/session';
import { toast } from '@/lib/toast';
import { NumberInput } from './NumberInput';
import { personalForm, toPersonalForm } from './personalForm';
import { sections } from './sections';

const languages = (Object.keys(locales) as Locale[]).map((value) => ({
  value,
  label: locales[value].name,
}));

const kinds = ['civil', 'passport'] as const;

/** The user's personal data: printed on certificates, or required for access. */
export function PersonalPanel({ user }: { user: User }) {
  const { t } = useTranslation();
  const countries = useCountryOptions();
  const form = useZodForm(personalForm, toPersonalForm(user));
  useDraft(`person ${user.id}`, form);
  const { control } = form;
  const [taken, setTaken] = useState<NumberKind | null>(null);
  const update = useMutation(updateMeMutation());
  const passport = useWatch({ control, name: 'passport_number' });
  const leaving = useLeaveGuard(form);

  return (
    <Form
      form={form}
      onSave={async (body) => {
        const grant = await update.mutateAsync({ body });
        continueSession(grant);
        setTaken(null);
        form.reset(toPersonalForm(grant.user));
        toast.success(t('common.saved'));
      }}
      onProblem={(error) => {
        const codes = asProblem(error)?.fields.map(({ code }) => code) ?? [];
        setTaken(kinds.find((kind) => codes.includes(`${numberFields[kind]}.taken`)) ?? null);
        return false;
      }}
      sx={{ gap: 3 }}
    >
      <TitledCard
        id={sections.identity}
        title={t('profile.identity')}
        lead={t('profile.identity_lead')}
      >
        <NumberCases />
        {taken && (
          <TakenNumberAlert
            kind={taken}
            number={form.getValues(numberFields[taken]) ?? ''}
            country={form.getValues('passport_country')}
          />
        )}
        <Box sx={{ ...fieldGrid, mt: 3 }}>
          <NumberInput control={control} kind="civil" user={user} />
          <NumberInput control={control} kind="passport" user={user} />
          {passport && (
            <AutocompleteInput
              control={control}
              name="passport_country"
              label={t('person.passport_country')}
              hint={t('profile.passport_country_hint')}
              {...countries}
            />
          )}
          <AutocompleteInput
            control={control}
            name="nationality"
            label={t('person.nationality')}
            {...countries}
          />
          <DateInput
            control={control}
            name="birth_date"
            label={t('person.birth_date')}
            {...birthDates()}
          />
          <SelectInput
            control={control}
            name="gender"
            label={t('person.gender')}
            options={(['male', 'female'] as const).map((value) => ({
              value,
              label: t(`person.genders.${value}`),
            }))}
          />
        </Box>
      </TitledCard>
      <TitledCard
        id={sections.personal}
        title={t('profile.personal')}
        lead={t('profile.personal_lead')}
      >
        <Box sx={{ mt: 3, mb: 2.5 }}>
          <BilingualInput
            control={control}
            name="name"
            labels={{ en: t('person.name_en'), ar: t('person.name_ar') }}
            hint={t('person.name_hint')}
            autoComplete="name"
          />
        </Box>
        <Box sx={fieldGrid}>
          <PhoneInput control={control} name="phone" label={t('person.phone')} required />
          <SelectInput
            control={control}
            name="locale"
            label={t('person.locale')}
            hint={t('profile.locale_hint')}
            options={languages}
          />
        </Box>
        <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
          {t('person.username')}: <bdi dir="ltr">{user.username}</bdi> · {t('person.email')}:{' '}
          <bdi dir="ltr">{user.email}</bdi>
        </Typography>
      </TitledCard>
      <FormFooter form={form} />
      {leaving}
    </Form>
  );
}
