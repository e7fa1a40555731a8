import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sendResetPasswordOtpMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { FormProblem } from '@/components/form/FormProblem';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import * as personFields from '@/domain/personFields';
import { showProblem, useZodForm, z } from '@/lib/forms';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { keepPasswordReset, readPasswordReset, resetOf } from './passwordReset';
import { useKeptRedirect } from './useKeptRedirect';

const schema = z.object({ email: personFields.email });

/** The first step of a password reset: whose it is. The answer does not tell whether we know them. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const keepRedirect = useKeptRedirect();
  const form = useZodForm(schema, { email: '' }, 'onSubmit');

  const goOn = () => void navigate(keepRedirect(paths.forgotPasswordOtp));
  const send = useMutation({
    ...sendResetPasswordOtpMutation(),
    onSuccess: (sent, { body }) => {
      keepPasswordReset(resetOf(body.email, sent));
      goOn();
    },
    onError: (error, { body }) => {
      const tooSoon = asProblem(error)?.code === 'auth.otp_too_soon';
      // The code of a moment ago is still good, here where it was asked for.
      if (tooSoon && readPasswordReset()?.email === body.email) goOn();
      else showProblem(form, error);
    },
  });

  return (
    <AuthPage
      title={t('auth.forgot')}
      lead={t('auth.forgot_lead')}
      footer={
        <TextLink to={keepRedirect(paths.signIn)} sx={{ justifySelf: 'start' }}>
          {t('auth.back_to_sign_in')}
        </TextLink>
      }
    >
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit((body) => send.mutate({ body }))}
        sx={{ display: 'grid', gap: 2.5 }}
      >
        <FormProblem control={form.control} />
        <TextInput
          control={form.control}
          name="email"
          type="email"
          label={t('person.email')}
          autoComplete="email"
          autoFocus
          ltr
        />
        <Button type="submit" variant="contained" size="large" loading={send.isPending}>
          {t('auth.send_code')}
        </Button>
      </Box>
    </AuthPage>
  );
}
