import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InquiryDetail } from '@/api/notifications';
import { zInquiryAnswer, zInquiryNote } from '@/api/notifications/zod.gen';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useDraft, useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { CannedAnswers } from './CannedAnswers';
import { useAnswer, useNote } from './queries';

const KINDS = ['answer', 'note'] as const;
const answerForm = z.omit(zInquiryAnswer, { version: true });

/** Sends an answer to the sender, or an internal note. */
export function AnswerInquiry({ inquiry }: { inquiry: InquiryDetail }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('answer');
  return (
    <TitledCard title={t(`inquiries.${kind}.title`)} lead={t(`inquiries.${kind}.lead`)}>
      <Tabs
        value={kind}
        onChange={(_, to) => setKind(to)}
        aria-label={t('inquiries.write')}
        sx={{ my: 2 }}
      >
        {KINDS.map((each) => (
          <Tab key={each} value={each} label={t(`inquiries.${each}.tab`)} />
        ))}
      </Tabs>
      {kind === 'answer' ? <Answer inquiry={inquiry} /> : <Note inquiry={inquiry} />}
    </TitledCard>
  );
}

function Answer({ inquiry }: { inquiry: InquiryDetail }) {
  const { id, version } = inquiry;
  const { t } = useTranslation();
  const answer = useAnswer();
  const form = useZodForm(answerForm, { text: '', close: false }, 'onSubmit');
  useDraft(`inquiry answer ${id}`, form);
  function put(text: string) {
    const written = form.getValues('text').trimEnd();
    form.setValue('text', written ? `${written}\n\n${text}` : text, { shouldDirty: true });
    form.setFocus('text');
  }
  return (
    <Form
      form={form}
      onSave={async (body) => {
        await answer.mutateAsync({ path: { inquiry_id: id }, body: { ...body, version } });
        form.reset();
        toast.success(t('inquiries.answer.sent'));
      }}
    >
      <CannedAnswers inquiry={inquiry} onChoose={put} />
      <TextInput control={form.control} {...textField(t('inquiries.answer.text'))} />
      <CheckboxInput control={form.control} name="close" label={t('inquiries.answer.close')} />
      <SubmitButton control={form.control} sx={{ justifySelf: 'start' }}>
        {t('inquiries.answer.send')}
      </SubmitButton>
    </Form>
  );
}

function Note({ inquiry: { id } }: { inquiry: InquiryDetail }) {
  const { t } = useTranslation();
  const note = useNote();
  const form = useZodForm(zInquiryNote, { text: '' }, 'onSubmit');
  useDraft(`inquiry note ${id}`, form);
  return (
    <Form
      form={form}
      onSave={async (body) => {
        await note.mutateAsync({ path: { inquiry_id: id }, body });
        form.reset();
        toast.success(t('inquiries.note.saved'));
      }}
    >
      <TextInput control={form.control} {...textField(t('inquiries.note.text'))} />
      <SubmitButton control={form.control} sx={{ justifySelf: 'start' }}>
        {t('inquiries.note.save')}
      </SubmitButton>
    </Form>
  );
}

const textField = (label: string) =>
  ({
    name: 'text',
    label,
    multiline: true,
    minRows: 5,
    required: true,
    slotProps: { htmlInput: { dir: 'auto', maxLength: 5000 } },
  }) as const;
