import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { LoginRequest } from '@/api/identity';
import { zLoginRequest } from '@/api/identity/zod.gen';
import { asProblem } from '@/api/problem';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormProblem } from '@/components/form/FormProblem';
import { PasswordInput } from '@/components/form/PasswordInput';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { showProblem, useZodForm } from '@/lib/forms';
import { startSession } from '@/lib/session';
import { inSeconds } from '@/lib/useCountdown';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { keepResendTime } from './resendTime';
import { signIn as signInWith } from './signIn';
import { useKeptRedirect } from './useKeptRedirect';

const credentials = zLoginRequest.omit({ proof: true });

/** Signing in with a username or an email address. */
export default function SignInPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const keepRedirect = useKeptRedirect();
  // Whoever has just set a new password need not type the address again.
  const known = (useLocation().state as { username?: string } | null)?.username ?? '';
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const [checking, setChecking] = useState(false);
  const form = useZodForm(credentials, { username: known, password: '' }, 'onSubmit');
  const signIn = useMutation({
    mutationFn: (body: LoginRequest) => signInWith(body, () => setChecking(true)),
    onSuccess: (grant) => {
      keepResendTime(grant);
      startSession(grant);
    },
    onError: (error) => {
      const wait = asProblem(error)?.retryAfter;
      if (asProblem(error)?.status === 429 && wait) setLockedUntil(inSeconds(wait));
      else showProblem(form, error);
    },
    onSettled: () => setChecking(false),
  });

  return (
    <AuthPage
      title={t('routes.signIn')}
      lead={t(params.has('redirect') ? 'auth.continue_lead' : 'auth.sign_in_lead')}
      footer={
        <Typography>
          {t('auth.no_account')}{' '}
          <TextLink to={keepRedirect(paths.signUp)}>{t('common.sign_up')}</TextLink>
        </Typography>
      }
    >
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit((body) => {
          setLockedUntil(null);
          signIn.mutate(body);
        })}
        sx={{ display: 'grid', gap: 2.5 }}
      >
        <FormProblem control={form.control} />
        <TryAgainIn until={lockedUntil} />
        <TextInput
          control={form.control}
          name="username"
          label={t('auth.username_or_email')}
          autoComplete="username"
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
        <Button type="submit" variant="contained" size="large" loading={signIn.isPending}>
          {t('common.sign_in')}
        </Button>
        <Typography
          role="status"
          variant="body2"
          sx={{ color: 'text.secondary', textAlign: 'center', '&:empty': { display: 'none' } }}
        >
          {checking ? t('auth.checking_browser') : ''}
        </Typography>
      </Box>
    </AuthPage>
  );
}
