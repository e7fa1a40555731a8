import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { NumberCause, NumberKind } from '@/api/identity';
import { FileInput } from '@/components/form/FileInput';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { numberFields, useOpenNumberCase } from './queries';

const REASON_MAX = 1000;

const reason = z.string().check(z.trim(), z.maxLength(REASON_MAX));
const number = {
  civil_number: z.optional(personFields.civilNumber),
  passport_number: z.optional(personFields.passportNumber),
  file: z.nullable(z.instanceof(File)).check(
    z.refine((file) => file !== null, {
      error: () => i18next.t('numbers.document_required'),
    }),
  ),
};
const schemas = {
  change: z.object({ ...number, reason: reason.check(z.minLength(1)) }),
  claim: z.object({ ...number, reason }),
};

interface RequestNumberDialogProps {
  kind: NumberKind;
  /** Replaces a fixed number, or claims one that another account uses. */
  cause: NumberCause;
  /** The initial value of the field. */
  number?: string;
  /** The passport's country; by default that of the current passport, or the nationality. */
  country?: string | null;
  onClose: () => void;
}

/** Requests a number that only an admin can assign, with a document as evidence. */
export function RequestNumberDialog({
  kind,
  cause,
  number = '',
  country,
  onClose,
}: RequestNumberDialogProps) {
  const { t } = useTranslation();
  const field = numberFields[kind];
  const form = useZodForm(schemas[cause], { [field]: number, reason: '', file: null });
  const { control } = form;
  const open = useOpenNumberCase();
  return (
    <FormDialog
      form={form}
      title={t(`numbers.ask.${cause}.title`)}
      text={t(`numbers.ask.${cause}.text`)}
      saveLabel={t('numbers.send')}
      onSave={async ({ file, ...values }) => {
        if (file) await open.mutateAsync({ body: { ...values, passport_country: country, file } });
        toast.success(t('numbers.sent'));
      }}
      onClose={onClose}
    >
      <TextInput
        control={control}
        name={field}
        label={t(cause === 'change' ? `numbers.new.${kind}` : `person.${field}`)}
        required
        ltr
        normalize={personFields.normalizeNumber[kind]}
        slotProps={{
          htmlInput: kind === 'civil' ? { inputMode: 'numeric' } : {},
          input: { readOnly: cause === 'claim' },
        }}
      />
      <TextInput
        control={control}
        name="reason"
        label={t(cause === 'change' ? 'numbers.reason' : 'numbers.reason_optional')}
        hint={t('numbers.reason_hint')}
        required={cause === 'change'}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: REASON_MAX } }}
      />
      <FileInput control={control} name="file" label={t('document.choose')} />
    </FormDialog>
  );
}
