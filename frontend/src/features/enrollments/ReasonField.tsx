import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/form/TextInput';
import { useZodForm, z } from '@/lib/forms';

const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

const schema = z.object({
  reason: z.string().check(z.trim(), z.minLength(MIN_LENGTH), z.maxLength(MAX_LENGTH)),
});

/** The form state for the reason of a rejection or cancellation. */
export const useReasonForm = () => useZodForm(schema, { reason: '' }, 'onSubmit');

/** The reason of a rejection or cancellation; the candidate receives it verbatim. */
export function ReasonField({ control }: { control: Control<{ reason: string }> }) {
  const { t } = useTranslation();
  return (
    <TextInput
      control={control}
      name="reason"
      label={t('enrollments.reason')}
      hint={t('enrollments.reason_hint')}
      multiline
      minRows={3}
      required
      autoFocus
      slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
    />
  );
}
