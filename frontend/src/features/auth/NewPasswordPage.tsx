import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { resetPasswordMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { UsernameHint } from '@/components/form/UsernameHint';
import { LinkButton } from '@/components/RouterLinks';
import { NewPasswordInput } from '@/domain/passwords/NewPasswordInput';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
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
  const save = useMutation(resetPasswordMutation());
  if (!reset?.resetToken) return <Navigate to={keepRedirect(paths.forgotPassword)} replace />;

  const { email, resetToken } = reset;
  const isOver = (error: unknown) => asProblem(error)?.code === 'password_reset.expired';

  return (
    <AuthPage title={t('routes.newPassword')} lead={t('auth.new_password_lead')}>
      {isOver(save.error) ? (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Alert severity="error">{t('errors.password_reset.expired')}</Alert>
          <LinkButton variant="contained" size="large" to={keepRedirect(paths.forgotPassword)}>
            {t('auth.begin_again')}
          </LinkButton>
        </Box>
      ) : (
        <Form
          form={form}
          onSave={async ({ password }) => {
            await save.mutateAsync({ body: { reset_token: resetToken, password } });
            forgetPasswordReset();
            toast.success(t('auth.password_set'));
            void navigate(keepRedirect(paths.signIn), {
              replace: true,
              state: { username: email },
            });
          }}
          onProblem={(error) => {
            if (isOver(error)) forgetPasswordReset();
            return isOver(error);
          }}
        >
          <UsernameHint username={email} />
          <NewPasswordInput
            control={form.control}
            name="password"
            label={t('person.new_password')}
            own={[email]}
          />
          <SubmitButton control={form.control}>{t('auth.save_password')}</SubmitButton>
        </Form>
      )}
    </AuthPage>
  );
}
