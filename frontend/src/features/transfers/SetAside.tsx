import { useTranslation } from 'react-i18next';
import type { CreditRead } from '@/api/payments';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useSetAside } from './queries';

const NOTE_MAX = 500;
const schema = z.object({
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)),
});

/** Marks a credit as unrelated to any charge, with a note. */
export function SetAside({ credit, onClose }: { credit: CreditRead; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useZodForm(schema, { note: '' });
  const setAside = useSetAside();
  return (
    <FormDialog
      form={form}
      title={t('transfers.set_aside_title')}
      text={t('transfers.set_aside_text')}
      saveLabel={t('transfers.set_aside')}
      onSave={async (body) => {
        await setAside.mutateAsync({ path: { credit_id: credit.id }, body });
        toast.success(t('transfers.set_aside_done'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="note"
        label={t('transfers.note')}
        multiline
        minRows={2}
        required
        autoFocus
        slotProps={{ htmlInput: { dir: 'auto', maxLength: NOTE_MAX } }}
      />
    </FormDialog>
  );
}
