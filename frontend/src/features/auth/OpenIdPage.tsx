import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { loginWithOpenid, type SecondFactorStep } from '@/api/identity';
import { ActionError } from '@/components/feedback/ActionError';
import { TextLink } from '@/components/RouterLinks';
import { withRedirect } from '@/lib/access';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import CodeStep from './CodeStep';
import { keepPendingLink, readWayBack } from './pendingLink';
import { useFinishSignIn } from './useFinishSignIn';

/** The redirect target of the OpenID provider. */
export default function OpenIdPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const finish = useFinishSignIn();
  const [params] = useSearchParams();
  const [step, setStep] = useState<SecondFactorStep | null>(null);
  const [error, setError] = useState<unknown>(null);
  const back = readWayBack();
  const toSignIn = back ? withRedirect(paths.signIn, back) : paths.signIn;
  const code = params.get('code');
  const state = params.get('state');

  const submitCode = async (given: { code: string; state: string }) => {
    const { data } = await loginWithOpenid({ body: given });
    if ('openid' in data) {
      keepPendingLink(data.openid.token);
      return navigate(toSignIn, { replace: true });
    }
    if ('second_factor' in data) return setStep(data.second_factor);
    // The guard redirects, which removes the code from the URL.
    await navigate(back ? withRedirect(paths.openid, back) : paths.openid, { replace: true });
    return finish(data);
  };
  // A code is valid once, and React runs effects twice in development.
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the URL is used once.
  useEffect(() => {
    if (begun.current || !code || !state) return;
    begun.current = true;
    submitCode({ code, state }).catch(setError);
  }, []);

  if (step) return <CodeStep step={step} onBack={() => void navigate(toSignIn)} />;
  return (
    <AuthPage
      title={t('routes.openid')}
      footer={<TextLink to={toSignIn}>{t('auth.back_to_sign_in')}</TextLink>}
    >
      {error !== null && <ActionError error={error} />}
      {!begun.current && !(code && state) && (
        <Alert severity="warning">{t('auth.provider_refused')}</Alert>
      )}
      {error === null && code && <CircularProgress aria-label={t('routes.openid')} />}
    </AuthPage>
  );
}
