import { useTranslation } from 'react-i18next';
import type { LineRead } from '@/api/payments';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useTaskUpdate } from './queries';

const NOTE_MAX = 1000;
const schema = z.object({
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)),
});

/** Records the resolution of a difference and closes it. */
export function TaskDialog({ line, onClose }: { line: LineRead; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useTaskUpdate();
  const form = useZodForm(schema, { note: line.note ?? '' });
  return (
    <FormDialog
      title={t('reconciliation.task_title')}
      saveLabel={t('reconciliation.done')}
      form={form}
      onClose={onClose}
      onSave={async ({ note }) => {
        const body = { version: line.version, note, closed: true };
        await update.mutateAsync({ path: { line_id: line.id }, body });
        toast.success(t('reconciliation.closed'));
      }}
    >
      <TextInput control={form.control} name="note" label={t('reconciliation.note')} multiline />
    </FormDialog>
  );
}
