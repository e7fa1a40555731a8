import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail, requestEmailChange, resendOtp, verifyOtp } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { CodeForm } from '@/domain/codes/CodeForm';
import { CodeSentTo } from '@/domain/codes/CodeSentTo';
import { continueSession, endSession, reloadUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AuthPage } from './AuthPage';
import { OtherEmail } from './OtherEmail';
import { keepPendingEmail, readPendingEmail } from './pendingEmail';
import { keepResendTime, readResendTime } from './resendTime';

const inline = { verticalAlign: 'baseline', px: 0.5, minHeight: 0, py: 0 };

/** Ignores that another tab has verified the account; the guard redirects when this tab knows. */
async function ignoreAlreadyVerified<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (asProblem(error)?.code === 'user.already_verified') await reloadUser();
    throw error;
  }
}

/** Verifies the email address, or a corrected one, by the code sent to it. */
export default function VerificationPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [other, setOther] = useState(readPendingEmail);
  const [correcting, setCorrecting] = useState(false);
  const [resendAt] = useState(readResendTime);

  const send = async (email: string) => {
    const { data } = await requestEmailChange({ body: { email } });
    keepPendingEmail(email);
    keepResendTime(data);
    return data;
  };
  const verify = (code: string) =>
    ignoreAlreadyVerified(async () => {
      const { data } = await (other ? changeEmail : verifyOtp)({ body: { code } });
      keepPendingEmail(null);
      toast.success(t('auth.verified'));
      continueSession(data);
    });
  const resend = () =>
    ignoreAlreadyVerified(async () => {
      if (other) return send(other);
      const { data } = await resendOtp();
      keepResendTime(data);
      return data;
    });

  return (
    <AuthPage
      title={t('routes.verification')}
      lead={
        correcting ? t('auth.other_email_lead') : <CodeSentTo email={other ?? user?.email ?? ''} />
      }
      footer={
        <Typography>
          {!correcting && (
            <>
              {t('auth.not_you')}{' '}
              <Button size="small" sx={inline} onClick={() => setCorrecting(true)}>
                {t('auth.other_email')}
              </Button>{' '}
            </>
          )}
          <Button size="small" sx={inline} onClick={() => void endSession()}>
            {t('common.sign_out')}
          </Button>
        </Typography>
      }
    >
      {correcting ? (
        <OtherEmail
          onSend={async (email) => {
            await send(email);
            setOther(email);
            setCorrecting(false);
          }}
          onBack={() => setCorrecting(false)}
        />
      ) : (
        <CodeForm
          key={other}
          submitLabel={t('auth.verify')}
          onCode={verify}
          onResend={resend}
          resendAt={other ? readResendTime() : resendAt}
        />
      )}
    </AuthPage>
  );
}
