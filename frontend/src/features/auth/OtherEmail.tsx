import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';

const schema = z.object({ email: personFields.email });

interface OtherEmailProps {
  onSend: (email: string) => Promise<void>;
  onBack: () => void;
}

/** Corrects the email address before it is verified. */
export function OtherEmail({ onSend, onBack }: OtherEmailProps) {
  const { t } = useTranslation();
  const form = useZodForm(schema, { email: '' }, 'onSubmit');
  return (
    <Form form={form} onSave={({ email }) => onSend(email)}>
      <TextInput
        control={form.control}
        name="email"
        type="email"
        label={t('person.email')}
        autoComplete="email"
        autoFocus
        ltr
      />
      <SubmitButton control={form.control}>{t('auth.send_code')}</SubmitButton>
      <Button sx={{ justifySelf: 'start', px: 0.5 }} onClick={onBack}>
        {t('common.cancel')}
      </Button>
    </Form>
  );
}
