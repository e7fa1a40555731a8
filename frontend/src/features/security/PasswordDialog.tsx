import { useTranslation } from 'react-i18next';
import { zPasswordConfirmation } from '@/api/identity/zod.gen';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormDialog } from '@/components/form/FormDialog';
import { PasswordInput } from '@/components/form/PasswordInput';
import { UsernameHint } from '@/components/form/UsernameHint';
import { useZodForm } from '@/lib/forms';
import { useRateLimit } from '@/lib/useRateLimit';

interface PasswordDialogProps {
  title: string;
  text: string;
  saveLabel: string;
  username: string;
  onPassword: (body: { password: string }) => Promise<unknown>;
  onClose: () => void;
}

/** Confirms the password, so an unlocked browser is not enough. */
export function PasswordDialog({ username, onPassword, ...dialog }: PasswordDialogProps) {
  const { t } = useTranslation();
  const rateLimit = useRateLimit();
  const form = useZodForm(zPasswordConfirmation, { password: '' }, 'onSubmit');
  return (
    <FormDialog
      {...dialog}
      form={form}
      onSave={(body) => {
        rateLimit.open();
        return onPassword(body);
      }}
      onProblem={rateLimit.accept}
    >
      <UsernameHint username={username} />
      <PasswordInput control={form.control} name="password" label={t('person.password')} />
      <TryAgainIn until={rateLimit.until} />
    </FormDialog>
  );
}
