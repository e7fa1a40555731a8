import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/form/TextInput';
import { z } from '@/lib/forms';

const MAX_LENGTH = 500;

/** The form state for the reason of a decision about money. */
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LENGTH));

/** An internal reason that the payer does not see. */
export function ReasonInput<Values extends FieldValues & { reason: string }>({
  control,
}: {
  control: Control<Values>;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      control={control}
      name={'reason' as Path<Values>}
      label={t('payments.reason')}
      hint={t('payments.refund_hint')}
      multiline
      minRows={2}
      required
      autoFocus
      slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
    />
  );
}
