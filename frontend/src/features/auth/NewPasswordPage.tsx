import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { resetPasswordMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { FormProblem } from '@/components/form/FormProblem';
import { PasswordInput } from '@/components/form/PasswordInput';
import { LinkButton } from '@/components/RouterLinks';
import * as personFields from '@/domain/personFields';
import { showProblem, useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { forgetPasswordReset, readPasswordReset } from './passwordReset';
import { useKeptRedirect } from './useKeptRedirect';

const schema = z.object({ password: personFields.newPassword });

/** The last step of a password reset. The right to it lasts ten minutes. */
export default function NewPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const keepRedirect = useKeptRedirect();
  const [reset] = useState(readPasswordReset);
  const form = useZodForm(schema, { password: '' }, 'onSubmit');
  const save = useMutation({
    ...resetPasswordMutation(),
    onSuccess: () => {
      forgetPasswordReset();
      toast.success(t('auth.password_set'));
      void navigate(keepRedirect(paths.signIn), {
        replace: true,
        state: { username: reset?.email },
      });
    },
    onError: (error) => {
      if (asProblem(error)?.code === 'auth.reset_token_invalid') forgetPasswordReset();
      else showProblem(form, error);
    },
  });
  if (!reset?.resetToken) return <Navigate to={keepRedirect(paths.forgotPassword)} replace />;

  const { email, resetToken } = reset;
  const over = asProblem(save.error)?.code === 'auth.reset_token_invalid';

  return (
    <AuthPage title={t('routes.newPassword')} lead={t('auth.new_password_lead')}>
      {over ? (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Alert severity="error">{t('errors.auth.reset_token_invalid')}</Alert>
          <LinkButton variant="contained" size="large" to={keepRedirect(paths.forgotPassword)}>
            {t('auth.begin_again')}
          </LinkButton>
        </Box>
      ) : (
        <Box
          component="form"
          noValidate
          onSubmit={form.handleSubmit(({ password }) =>
            save.mutate({ body: { reset_token: resetToken, password } }),
          )}
          sx={{ display: 'grid', gap: 2.5 }}
        >
          <FormProblem control={form.control} />
          {/* For password managers: whose password this is. */}
          <input
            type="text"
            hidden
            name="username"
            autoComplete="username"
            value={email}
            readOnly
          />
          <PasswordInput
            control={form.control}
            name="password"
            label={t('person.new_password')}
            isNew
          />
          <Button type="submit" variant="contained" size="large" loading={save.isPending}>
            {t('auth.save_password')}
          </Button>
        </Box>
      )}
    </AuthPage>
  );
}
