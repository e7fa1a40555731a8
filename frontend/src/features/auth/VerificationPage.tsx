import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendOtp, verifyOtp } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { continueSession, endSession, reloadUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AuthPage } from './AuthPage';
import { CodeForm } from '@/domain/codes/CodeForm';
import { CodeSentTo } from '@/domain/codes/CodeSentTo';
import { keepResendTime, readResendTime } from './resendTime';

/** Verified in another tab meanwhile: the guard leads on as soon as this one knows. */
async function unlessVerified<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (asProblem(error)?.code === 'auth.already_verified') await reloadUser();
    throw error;
  }
}

/** Proving the email address with the code that was sent to it. */
export default function VerificationPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [resendAt] = useState(readResendTime);

  const verify = (code: string) =>
    unlessVerified(async () => {
      const { data } = await verifyOtp({ body: { code } });
      toast.success(t('auth.verified'));
      continueSession(data);
    });
  const resend = () =>
    unlessVerified(async () => {
      const { data } = await resendOtp();
      keepResendTime(data);
      return data;
    });

  return (
    <AuthPage
      title={t('routes.verification')}
      lead={<CodeSentTo email={user?.email ?? ''} />}
      footer={
        <Typography>
          {t('auth.not_you')}{' '}
          <Button
            size="small"
            sx={{ verticalAlign: 'baseline', px: 0.5, minHeight: 0, py: 0 }}
            onClick={() => void endSession()}
          >
            {t('common.sign_out')}
          </Button>
        </Typography>
      }
    >
      <CodeForm
        submitLabel={t('auth.verify')}
        onCode={verify}
        onResend={resend}
        resendAt={resendAt}
      />
    </AuthPage>
  );
}
