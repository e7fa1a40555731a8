import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { cleanCode } from '@/lib/clean';
import { useZodForm, z } from '@/lib/forms';
import { readNumber } from './number';

/** Input for a certificate number; the check digit is verified before the request. */
export function NumberForm({
  number,
  onNumber,
}: {
  /** The number in the URL. */
  number: string;
  /** Called with the number in printed form. */
  onNumber: (number: string) => void;
}) {
  const { t } = useTranslation();
  const schema = z.object({
    number: z.string().check((context) => {
      const read = readNumber(context.value);
      if ('problem' in read) {
        context.issues.push({
          code: 'custom',
          input: context.value,
          message: t(`verification.problems.${read.problem}`),
        });
      }
    }),
  });
  const form = useZodForm(schema, { number }, 'onSubmit');
  const { trigger } = form;
  // A link may contain an invalid number.
  useEffect(() => {
    if (number) void trigger('number');
  }, [number, trigger]);
  return (
    <Form
      form={form}
      onSave={({ number: typed }) => {
        const read = readNumber(typed);
        if ('number' in read) onNumber(read.number);
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: { sm: '1fr auto' },
        }}
      >
        <TextInput
          control={form.control}
          name="number"
          label={t('verification.number')}
          hint={t('verification.number_hint')}
          ltr
          normalize={cleanCode}
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'characters', spellCheck: false } }}
        />
        <SubmitButton control={form.control}>{t('verification.verify')}</SubmitButton>
      </Box>
    </Form>
  );
}
