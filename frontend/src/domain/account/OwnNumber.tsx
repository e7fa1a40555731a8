import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberKind } from '@/api/identity';
import { updateMeMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { NumberCases } from '@/domain/numberCases/NumberCases';
import { numberFields } from '@/domain/numberCases/queries';
import { TakenNumberAlert } from '@/domain/numberCases/TakenNumberAlert';
import { civilNumber, normalizeNumber, passportNumber } from '@/domain/personFields';
import { useCountryOptions } from '@/domain/useCountryOptions';
import { useZodForm, z } from '@/lib/forms';
import { continueSession } from '@/lib/session';

const schemas = {
  civil: z.object({ civil_number: civilNumber }),
  passport: z.object({
    passport_number: passportNumber,
    passport_country: z.nullable(z.string()),
  }),
};

type Values = {
  civil_number?: string;
  passport_number?: string;
  passport_country?: string | null;
};

/** Sets the user's first identity number: the civil number, or the passport number. */
export function OwnNumber({ onSaved }: { onSaved?: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<NumberKind>('civil');
  return (
    <>
      <NumberCases />
      <NumberForm key={kind} kind={kind} onSaved={onSaved} />
      <Button
        size="small"
        sx={{ mt: 2 }}
        onClick={() => setKind(kind === 'civil' ? 'passport' : 'civil')}
      >
        {t(kind === 'civil' ? 'numbers.no_civil' : 'numbers.has_civil')}
      </Button>
    </>
  );
}

function NumberForm({ kind, onSaved }: { kind: NumberKind; onSaved?: () => void }) {
  const { t } = useTranslation();
  const field = numberFields[kind];
  const form = useZodForm<Values, Values>(schemas[kind], {
    [field]: '',
    ...(kind === 'passport' && { passport_country: null }),
  });
  const { control } = form;
  const [taken, setTaken] = useState(false);
  const update = useMutation(updateMeMutation());
  const countries = useCountryOptions();
  return (
    <Form
      form={form}
      onSave={async (body) => {
        continueSession(await update.mutateAsync({ body }));
        onSaved?.();
      }}
      onProblem={(error) => {
        setTaken(asProblem(error)?.fields.some(({ code }) => code === `${field}.taken`) ?? false);
        return false;
      }}
      sx={{ mt: 3 }}
    >
      {taken && (
        <TakenNumberAlert
          kind={kind}
          number={form.getValues(field) ?? ''}
          country={form.getValues('passport_country')}
        />
      )}
      <TextInput
        control={control}
        name={field}
        label={t(`person.${field}`)}
        hint={t(`profile.${field}_hint`)}
        normalize={normalizeNumber[kind]}
        slotProps={{ htmlInput: kind === 'civil' ? { inputMode: 'numeric' } : {} }}
        ltr
      />
      {kind === 'passport' && (
        <AutocompleteInput
          control={control}
          name="passport_country"
          label={t('person.passport_country')}
          hint={t('profile.passport_country_hint')}
          {...countries}
        />
      )}
      <SubmitButton control={control} sx={{ justifySelf: { sm: 'start' } }}>
        {t('numbers.go_on')}
      </SubmitButton>
    </Form>
  );
}
