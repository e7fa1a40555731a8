import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { LoginRequest, SecondFactorStep } from '@/api/identity';
import { zLoginRequest } from '@/api/identity/zod.gen';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { Form } from '@/components/form/Form';
import { PasswordInput } from '@/components/form/PasswordInput';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { useZodForm, z } from '@/lib/forms';
import { useRateLimit } from '@/lib/useRateLimit';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { hasPendingLink } from './pendingLink';
import { keepResendTime } from './resendTime';
import { signIn as signInWith } from './signIn';
import { useFinishSignIn } from './useFinishSignIn';
import { useKeptRedirect } from './useKeptRedirect';

const credentials = z.omit(zLoginRequest, { proof: true });

// Lazy, because few users have a second factor.
const CodeStep = lazy(() => import('./CodeStep'));
const OtherWays = lazy(() => import('./OtherWays'));

/** Returns the text for the reason of the sign-in. */
function getLead(params: URLSearchParams): string {
  if (hasPendingLink()) return 'auth.link_pending';
  return params.has('redirect') ? 'auth.continue_lead' : 'auth.sign_in_lead';
}

/** Signing in with a username, email address, civil number or phone number. */
export default function SignInPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const keepRedirect = useKeptRedirect();
  // The address is prefilled after a password reset.
  const known = (useLocation().state as { username?: string } | null)?.username ?? '';
  const rateLimit = useRateLimit();
  const finish = useFinishSignIn();
  const [checking, setChecking] = useState(false);
  const form = useZodForm(credentials, { username: known, password: '' }, 'onSubmit');
  const signIn = useMutation({
    mutationFn: (body: LoginRequest) => signInWith(body, () => setChecking(true)),
    onSettled: () => setChecking(false),
  });

  const [step, setStep] = useState<SecondFactorStep | null>(null);
  if (step) {
    return (
      <Suspense>
        <CodeStep step={step} onBack={() => setStep(null)} />
      </Suspense>
    );
  }

  return (
    <AuthPage
      title={t('routes.signIn')}
      lead={t(getLead(params))}
      footer={
        <Typography>
          {t('auth.no_account')}{' '}
          <TextLink to={keepRedirect(paths.signUp)}>{t('common.sign_up')}</TextLink>
        </Typography>
      }
    >
      <Form
        form={form}
        onSave={async (body) => {
          rateLimit.open();
          const grant = await signIn.mutateAsync(body);
          if ('second_factor' in grant) return setStep(grant.second_factor);
          keepResendTime(grant);
          finish(grant);
        }}
        onProblem={rateLimit.accept}
      >
        <TextInput
          control={form.control}
          name="username"
          label={t('auth.login_name')}
          autoComplete="username webauthn"
          autoFocus={!known}
          ltr
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <Box>
          <PasswordInput control={form.control} name="password" label={t('person.password')} />
          <Box sx={{ mt: 1, textAlign: 'end' }}>
            <TextLink to={keepRedirect(paths.forgotPassword)} variant="body2">
              {t('auth.forgot')}
            </TextLink>
          </Box>
        </Box>
        <TryAgainIn until={rateLimit.until} />
        <SubmitButton control={form.control}>{t('common.sign_in')}</SubmitButton>
        <Typography
          role="status"
          variant="body2"
          sx={{ color: 'text.secondary', textAlign: 'center', '&:empty': { display: 'none' } }}
        >
          {checking ? t('auth.checking_browser') : ''}
        </Typography>
      </Form>
      {/* Space is reserved, so that nothing moves when it appears. */}
      <Box sx={{ mt: 2, minHeight: 48 }}>
        <Suspense>
          <OtherWays />
        </Suspense>
      </Box>
    </AuthPage>
  );
}
