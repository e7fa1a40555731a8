import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { createLearnerPassMutation } from '@/api/identity/@tanstack/react-query.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { AutocompleteInput } from '@/components/form/AutocompleteInput';
import { DateInput } from '@/components/form/DateInput';
import { Form } from '@/components/form/Form';
import { fieldGrid } from '@/components/form/fieldGrid';
import { SelectInput } from '@/components/form/SelectInput';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { PageContainer } from '@/components/PageContainer';
import { birthDates } from '@/domain/personFields';
import { useCountryOptions } from '@/domain/useCountryOptions';
import { cleanCode } from '@/lib/clean';
import { useZodForm } from '@/lib/forms';
import { CertificateList } from './CertificateList';
import { emptyLearner, learnerForm, toLearnerNamed } from './learnerForm';
import { learnerQuery } from './queries';

/**
 * The public certificates of a person, found by exact data. The response does not reveal whether
 * the person exists.
 */
export default function VerifyLearnerPage() {
  const { t } = useTranslation();
  const countries = useCountryOptions();
  const form = useZodForm(learnerForm, emptyLearner, 'onSubmit');
  const { control } = form;
  const [kind, proof] = useWatch({ control, name: ['kind', 'proof'] });
  const name = useMutation(createLearnerPassMutation());
  const [pass, setPass] = useState<string | null>(null);

  return (
    <PageContainer title={t('routes.verifyLearner')} subtitle={t('learners.lead')} width="md">
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Card sx={{ p: { xs: 2.5, sm: 3.5 } }}>
          <Form
            form={form}
            onSave={async (values) => {
              setPass(null);
              const { token } = await name.mutateAsync({ body: toLearnerNamed(values) });
              setPass(token);
            }}
          >
            <Box sx={fieldGrid}>
              <SelectInput
                control={control}
                name="kind"
                label={t('learners.kind')}
                options={[
                  { value: 'civil', label: t('person.civil_number') },
                  { value: 'passport', label: t('person.passport_number') },
                ]}
              />
              {kind === 'civil' ? (
                <TextInput
                  control={control}
                  name="civil_number"
                  label={t('person.civil_number')}
                  ltr
                  normalize={cleanCode}
                  autoComplete="off"
                  slotProps={{ htmlInput: { inputMode: 'numeric' } }}
                />
              ) : (
                <>
                  <TextInput
                    control={control}
                    name="passport_number"
                    label={t('person.passport_number')}
                    ltr
                    normalize={cleanCode}
                    autoComplete="off"
                  />
                  <AutocompleteInput
                    control={control}
                    name="passport_country"
                    label={t('person.passport_country')}
                    {...countries}
                  />
                </>
              )}
              <SelectInput
                control={control}
                name="proof"
                label={t('learners.proof')}
                hint={t('learners.proof_hint')}
                options={[
                  { value: 'birth_date', label: t('person.birth_date') },
                  { value: 'name', label: t('learners.name') },
                ]}
              />
              {proof === 'birth_date' ? (
                <DateInput
                  control={control}
                  name="birth_date"
                  label={t('person.birth_date')}
                  {...birthDates()}
                />
              ) : (
                <TextInput
                  control={control}
                  name="name"
                  label={t('learners.name')}
                  hint={t('learners.name_hint')}
                  autoComplete="off"
                />
              )}
            </Box>
            <Alert severity="info">{t('learners.seen')}</Alert>
            <SubmitButton control={control} sx={{ justifySelf: 'start' }}>
              {t('learners.look')}
            </SubmitButton>
          </Form>
        </Card>
        {pass && <Answer pass={pass} />}
      </Box>
    </PageContainer>
  );
}

function Answer({ pass }: { pass: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(learnerQuery(pass));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (data) heading.current?.focus();
  }, [data]);
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={160} sx={{ borderRadius: 4 }} />;
  const count = data.data.length;
  return (
    <section>
      <Typography ref={heading} tabIndex={-1} variant="h4" component="h2" sx={{ mb: 2 }}>
        {count > 0 ? t('learners.shown', { count }) : t('learners.none')}
      </Typography>
      {count > 0 ? (
        <CertificateList certificates={data.data} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{t('learners.none_hint')}</Typography>
      )}
    </section>
  );
}
