import PasskeyIcon from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginPasskeyLogin, loginWithPasskey, type SignedIn } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { FailureAlert } from '@/components/feedback/FailureAlert';
import { useProblemText } from '@/lib/useProblemText';
import { useFinishSignIn } from './useFinishSignIn';

/** Signs a challenge with a passkey; `offered` uses the browser's autofill. */
async function signInWithPasskey(offered: boolean, isRepeated = false): Promise<SignedIn> {
  const { data } = await beginPasskeyLogin();
  const credential = await startAuthentication({
    // The JSON format of WebAuthn Level 3, which the API uses.
    optionsJSON: data.options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: offered,
  });
  try {
    return (await loginWithPasskey({ body: { credential: { ...credential } } })).data;
  } catch (error) {
    // A challenge is valid once: it expired, or the response was lost.
    if (isRepeated || asProblem(error)?.code !== 'ceremony.expired') throw error;
    return signInWithPasskey(offered, true);
  }
}

/** Sign-in with a passkey, by the button or by the browser's autofill. */
export function PasskeySignIn() {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const finish = useFinishSignIn();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: autofill starts once, when the page opens.
  useEffect(() => {
    // Show refusals of the server; an unused autofill is no error.
    signInWithPasskey(true).then(finish, (reason) => {
      if (asProblem(reason)?.code.startsWith('passkey.')) setError(reason);
    });
    return () => WebAuthnAbortService.cancelCeremony();
  }, []);

  const signIn = async () => {
    setPending(true);
    setError(null);
    await signInWithPasskey(false).then(finish, setError);
    setPending(false);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Button
        variant="outlined"
        size="large"
        startIcon={<PasskeyIcon />}
        loading={pending}
        onClick={() => void signIn()}
      >
        {t('auth.use_passkey')}
      </Button>
      {error !== null && (
        <FailureAlert failure={error}>
          {asProblem(error) ? textOf(error) : t('auth.passkey_cancelled')}
        </FailureAlert>
      )}
    </Box>
  );
}
