import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm, z } from '@/lib/forms';

const schema = z.object({ number: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)) });

/** Corrects the number of a person. */
export function NumberDialog({
  title,
  value,
  onSave,
  onClose,
}: {
  title: string;
  value: string;
  onSave: (value: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const form = useZodForm(schema, { number: value });
  return (
    <FormDialog
      form={form}
      title={title}
      text={t('bulk_enrollments.correct_number')}
      saveLabel={t('common.save')}
      onSave={async ({ number }) => {
        await onSave(number);
      }}
      onClose={onClose}
    >
      <TextInput control={form.control} name="number" label={t('bulk_enrollments.number')} ltr />
    </FormDialog>
  );
}
