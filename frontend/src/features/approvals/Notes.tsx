import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { zNoteCreate } from '@/api/approvals/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { History } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { notesQuery, useAddNote } from './queries';

const MAX_LENGTH = 2000;

/** Internal notes of approvers for all rounds; applicants cannot read them. */
export function Notes({ requestId }: { requestId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useQuery(notesQuery(requestId));
  const add = useAddNote(requestId);
  const form = useZodForm(zNoteCreate, { text: '' }, 'onSubmit');
  return (
    <TitledCard title={t('approval_notes.title')} lead={t('approval_notes.lead')}>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {data?.data.length === 0 && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('approval_notes.none')}
        </Typography>
      )}
      {data && data.data.length > 0 && (
        <History
          entries={data.data.map((note) => ({
            id: note.id,
            text: localized(note, 'name', locale) || '–',
            at: note.created_at,
            detail: t('approval_notes.in_round', { number: note.submission }),
            reason: note.text,
          }))}
        />
      )}
      <Form
        form={form}
        onSave={async ({ text }) => {
          await add.mutateAsync({ path: { approval_id: requestId }, body: { text } });
          form.setValue('text', '');
        }}
        sx={{ gap: 1.5, mt: 2.5 }}
      >
        <TextInput
          control={form.control}
          name="text"
          label={t('approval_notes.text')}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
        />
        <SubmitButton control={form.control} size="medium" sx={{ justifySelf: 'start' }}>
          {t('approval_notes.add')}
        </SubmitButton>
      </Form>
    </TitledCard>
  );
}
