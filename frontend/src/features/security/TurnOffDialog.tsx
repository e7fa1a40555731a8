import { useTranslation } from 'react-i18next';
import { zSecondFactorRemoval } from '@/api/identity/zod.gen';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormDialog } from '@/components/form/FormDialog';
import { PasswordInput } from '@/components/form/PasswordInput';
import { TextInput } from '@/components/form/TextInput';
import { UsernameHint } from '@/components/form/UsernameHint';
import { useZodForm, z } from '@/lib/forms';
import { useRateLimit } from '@/lib/useRateLimit';
import { useTurnOffSecondFactor } from './queries';

const schema = z.extend(zSecondFactorRemoval, { code: z.string().check(z.minLength(6)) });

/** Turns two-step sign-in off; needs the password and a code. */
export function TurnOffDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation();
  const rateLimit = useRateLimit();
  const form = useZodForm(schema, { password: '', code: '' }, 'onSubmit');
  const turnOff = useTurnOffSecondFactor();
  return (
    <FormDialog
      form={form}
      title={t('security.turn_off.title')}
      text={t('security.turn_off.text')}
      saveLabel={t('security.factor.turn_off')}
      color="error"
      onSave={async (body) => {
        rateLimit.open();
        await turnOff.mutateAsync({ body });
      }}
      onProblem={rateLimit.accept}
      onClose={onClose}
    >
      <UsernameHint username={username} />
      <PasswordInput control={form.control} name="password" label={t('person.password')} />
      <TextInput
        control={form.control}
        name="code"
        label={t('security.turn_off.code')}
        autoComplete="one-time-code"
        ltr
      />
      <TryAgainIn until={rateLimit.until} />
    </FormDialog>
  );
}
