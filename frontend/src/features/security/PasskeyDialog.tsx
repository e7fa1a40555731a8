import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { FailureAlert } from '@/components/feedback/FailureAlert';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormDialog } from '@/components/form/FormDialog';
import { PasswordInput } from '@/components/form/PasswordInput';
import { TextInput } from '@/components/form/TextInput';
import { UsernameHint } from '@/components/form/UsernameHint';
import { useZodForm, z } from '@/lib/forms';
import { useRateLimit } from '@/lib/useRateLimit';
import { useBeginPasskey, useCreatePasskey } from './queries';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  password: z.string().check(z.minLength(1)),
});

/** Creates a passkey on the device, after a name and the password. */
export function PasskeyDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation();
  const rateLimit = useRateLimit();
  const [fault, setFault] = useState<string | null>(null);
  const form = useZodForm(schema, { name: '', password: '' }, 'onSubmit');
  const begin = useBeginPasskey();
  const create = useCreatePasskey();
  return (
    <FormDialog
      form={form}
      title={t('security.passkeys.add')}
      text={t('security.passkeys.add_text')}
      saveLabel={t('security.password.next')}
      onSave={async ({ name, password }) => {
        rateLimit.open();
        setFault(null);
        const { options } = await begin.mutateAsync({ body: { password } });
        const credential = await startRegistration({
          // The JSON format of WebAuthn Level 3, which the API uses.
          optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
        });
        await create.mutateAsync({ body: { name, credential: { ...credential } } });
      }}
      onProblem={(error) => {
        if (asProblem(error)) return rateLimit.accept(error);
        setFault(isKnown(error) ? 'errors.passkey.already_exists' : 'security.passkeys.not_made');
        return true;
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="name"
        label={t('security.passkeys.name')}
        hint={t('security.passkeys.name_hint')}
        autoComplete="off"
        autoFocus
      />
      <UsernameHint username={username} />
      <PasswordInput control={form.control} name="password" label={t('person.password')} />
      <TryAgainIn until={rateLimit.until} />
      {fault && <FailureAlert failure={fault}>{t(fault)}</FailureAlert>}
    </FormDialog>
  );
}

const isKnown = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
