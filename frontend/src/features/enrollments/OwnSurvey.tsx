import Alert from '@mui/material/Alert';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import {
  answerSurveyMutation,
  getMySurveyOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { zSurveyAnswerCreate } from '@/api/enrollment/zod.gen';
import { Form } from '@/components/form/Form';
import { RatingInput } from '@/components/form/RatingInput';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useZodForm } from '@/lib/forms';
import { useInvalidate } from '@/lib/useInvalidate';

const MAX_LENGTH = 2000;
const QUESTIONS = ['overall', 'content', 'trainer', 'place'] as const;

/** The anonymous survey for attendees of a batch. */
export function OwnSurvey({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery({
    ...getMySurveyOptions({ path: { enrollment_id: enrollment.id } }),
    enabled: enrollment.status === 'completed',
    // Batches that ended before the introduction of results have none.
    retry: false,
  });
  if (data?.answered) return <Alert severity="success">{t('surveys.own.thanks')}</Alert>;
  if (!data?.can_answer) return null;
  return (
    <TitledCard
      title={t('surveys.own.title')}
      lead={t('surveys.own.lead', { until: formatDate(data.until, locale, 'date') })}
    >
      <Answer enrollmentId={enrollment.id} />
    </TitledCard>
  );
}

function Answer({ enrollmentId }: { enrollmentId: string }) {
  const { t } = useTranslation();
  const send = useMutation({ ...answerSurveyMutation(), onSuccess: useInvalidate('surveys') });
  const form = useZodForm(
    zSurveyAnswerCreate,
    { overall: null as unknown as number, content: null, trainer: null, place: null, text: '' },
    'onSubmit',
  );
  return (
    <Form
      form={form}
      sx={{ mt: 2.5 }}
      onSave={(body) => send.mutateAsync({ path: { enrollment_id: enrollmentId }, body })}
    >
      {QUESTIONS.map((question) => (
        <RatingInput
          key={question}
          control={form.control}
          name={question}
          label={t(`surveys.questions.${question}`)}
          required={question === 'overall'}
        />
      ))}
      <TextInput
        control={form.control}
        name="text"
        label={t('surveys.own.text')}
        hint={t('surveys.own.text_hint')}
        multiline
        minRows={3}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
      />
      <SubmitButton control={form.control} sx={{ justifySelf: 'start' }}>
        {t('surveys.own.send')}
      </SubmitButton>
    </Form>
  );
}
