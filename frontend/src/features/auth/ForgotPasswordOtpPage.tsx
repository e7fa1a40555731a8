import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { sendResetPasswordOtp, verifyResetPasswordOtp } from '@/api/identity';
import { TextLink } from '@/components/RouterLinks';
import { CodeForm } from '@/domain/codes/CodeForm';
import { CodeSentTo } from '@/domain/codes/CodeSentTo';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { keepPasswordReset, readPasswordReset, toPasswordReset } from './passwordReset';
import { useKeptRedirect } from './useKeptRedirect';

/** The second step of a password reset: the code, exchanged for the right to set a password. */
export default function ForgotPasswordOtpPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const keepRedirect = useKeptRedirect();
  const [reset, setReset] = useState(readPasswordReset);
  if (!reset) return <Navigate to={keepRedirect(paths.forgotPassword)} replace />;

  const { email, request } = reset;
  const verify = async (code: string) => {
    const { data } = await verifyResetPasswordOtp({ body: { request, code } });
    keepPasswordReset({ ...reset, resetToken: data.reset_token });
    void navigate(keepRedirect(paths.newPassword), { replace: true });
  };
  const resend = async () => {
    const { data } = await sendResetPasswordOtp({ body: { email } });
    const next = toPasswordReset(email, data);
    keepPasswordReset(next);
    setReset(next);
    return data;
  };

  return (
    <AuthPage
      title={t('routes.forgotPasswordOtp')}
      lead={
        <>
          {t('auth.if_known')} <CodeSentTo email={email} />
        </>
      }
      footer={
        <TextLink to={keepRedirect(paths.forgotPassword)} sx={{ justifySelf: 'start' }}>
          {t('auth.other_email')}
        </TextLink>
      }
    >
      <CodeForm
        submitLabel={t('common.next')}
        onCode={verify}
        onResend={resend}
        resendAt={reset.resendAt}
        length={reset.digits}
      />
    </AuthPage>
  );
}
