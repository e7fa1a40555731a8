import { useTranslation } from 'react-i18next';
import { zSecondFactorRemoval } from '@/api/identity/zod.gen';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormDialog } from '@/components/form/FormDialog';
import { PasswordInput } from '@/components/form/PasswordInput';
import { TextInput } from '@/components/form/TextInput';
import { UsernameHint } from '@/components/form/UsernameHint';
import { useZodForm, z } from '@/lib/forms';
import { useLock } from '@/lib/useLock';
import { useTurnOffSecondFactor } from './queries';

const schema = z.extend(zSecondFactorRemoval, { code: z.string().check(z.minLength(6)) });

/** Asks for the password and a code before the password alone is enough again. */
export function TurnOffDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation();
  const lock = useLock();
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
        lock.open();
        await turnOff.mutateAsync({ body });
      }}
      onProblem={lock.takes}
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
      <TryAgainIn until={lock.until} />
    </FormDialog>
  );
}
