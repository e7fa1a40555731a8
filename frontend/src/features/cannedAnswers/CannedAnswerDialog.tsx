import { useTranslation } from 'react-i18next';
import type { CannedAnswerRead } from '@/api/notifications';
import { zCannedAnswerCreate } from '@/api/notifications/zod.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FormDialog } from '@/components/form/FormDialog';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useAddAnswer, useEditAnswer } from './queries';

interface CannedAnswerDialogProps {
  /** The answer to edit; undefined for a new one. */
  answer?: CannedAnswerRead;
  onClose: () => void;
}

/** Adds or edits a prepared answer. */
export function CannedAnswerDialog({ answer, onClose }: CannedAnswerDialogProps) {
  const { t } = useTranslation();
  const add = useAddAnswer();
  const edit = useEditAnswer();
  const form = useZodForm(zCannedAnswerCreate, {
    name_en: answer?.name_en ?? '',
    name_ar: answer?.name_ar ?? '',
    text_en: answer?.text_en ?? '',
    text_ar: answer?.text_ar ?? '',
  });
  const getLabels = (field: 'names' | 'texts') => ({
    en: t(`canned_answers.${field}.en`),
    ar: t(`canned_answers.${field}.ar`),
  });
  return (
    <FormDialog
      form={form}
      title={t(answer ? 'canned_answers.edit' : 'canned_answers.add')}
      text={t('canned_answers.variables')}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        if (answer) {
          const { id, version } = answer;
          await edit.mutateAsync({ path: { answer_id: id }, body: { ...body, version } });
        } else await add.mutateAsync({ body });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <BilingualInput control={form.control} name="name" labels={getLabels('names')} required />
      <BilingualInput
        control={form.control}
        name="text"
        labels={getLabels('texts')}
        multiline
        required
      />
    </FormDialog>
  );
}
