import { useTranslation } from 'react-i18next';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormDialog } from '@/components/form/FormDialog';
import { PasswordInput } from '@/components/form/PasswordInput';
import { TextInput } from '@/components/form/TextInput';
import { UsernameHint } from '@/components/form/UsernameHint';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { getTimeAfter } from '@/lib/useCountdown';
import { useRateLimit } from '@/lib/useRateLimit';
import { useRequestEmailChange } from './queries';

const schema = z.object({
  email: personFields.email,
  password: z.string().check(z.minLength(1)),
});

/** The pending email change, with the time from which a new code can be requested. */
export type NewEmail = z.output<typeof schema> & { resendAt: number };

interface EmailDialogProps {
  username: string;
  onSent: (sent: NewEmail) => void;
  onClose: () => void;
}

/** Changes the email address; needs the password, so an unlocked browser is not enough. */
export function EmailDialog({ username, onSent, onClose }: EmailDialogProps) {
  const { t } = useTranslation();
  const rateLimit = useRateLimit();
  const request = useRequestEmailChange();
  const form = useZodForm(schema, { email: '', password: '' }, 'onSubmit');
  return (
    <FormDialog
      form={form}
      title={t('security.email.change')}
      text={t('security.email.change_text')}
      saveLabel={t('auth.send_code')}
      onSave={async (body) => {
        rateLimit.open();
        const { resend_in } = await request.mutateAsync({ body });
        onSent({ ...body, resendAt: getTimeAfter(resend_in) });
      }}
      onProblem={rateLimit.accept}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="email"
        type="email"
        label={t('security.email.new')}
        autoComplete="email"
        ltr
      />
      <UsernameHint username={username} />
      <PasswordInput control={form.control} name="password" label={t('person.password')} />
      <TryAgainIn until={rateLimit.until} />
    </FormDialog>
  );
}
