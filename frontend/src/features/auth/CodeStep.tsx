import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginWithCode, type SecondFactorStep } from '@/api/identity';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { Form } from '@/components/form/Form';
import { OtpInput } from '@/components/form/OtpInput';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { useBrandNames } from '@/lib/brandNames';
import { isTransient } from '@/lib/fault';
import { useZodForm, z } from '@/lib/forms';
import { useRateLimit } from '@/lib/useRateLimit';
import { AuthPage } from './AuthPage';
import { useFinishSignIn } from './useFinishSignIn';

const schema = z.object({ code: z.string().check(z.minLength(6)) });

interface CodeStepProps {
  step: SecondFactorStep;
  onBack: () => void;
}

/** The second step of signing in: the app's code, or a recovery code in its place. */
export default function CodeStep({ step, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  // The issuer name in authenticator apps.
  const { en: brand } = useBrandNames();
  const [recovering, setRecovering] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const rateLimit = useRateLimit();
  const finish = useFinishSignIn();
  const form = useZodForm(schema, { code: '' }, 'onSubmit');
  return (
    <AuthPage
      title={t('auth.second_step')}
      lead={recovering ? t('auth.recovery_lead') : t('auth.second_step_lead', { brand })}
      footer={
        <Button sx={{ justifySelf: 'start', px: 0.5 }} onClick={onBack}>
          {t('auth.back_to_sign_in')}
        </Button>
      }
    >
      <Form
        form={form}
        onSave={async ({ code }) => {
          rateLimit.open();
          try {
            finish((await loginWithCode({ body: { challenge: step.challenge, code } })).data);
          } catch (error) {
            // Without a response the code may still be valid.
            if (!isTransient(error)) form.setValue('code', '');
            throw error;
          }
        }}
        onProblem={rateLimit.accept}
      >
        <Box ref={field}>
          {recovering ? (
            <TextInput
              key="recovery"
              control={form.control}
              name="code"
              label={t('auth.recovery_code')}
              autoComplete="off"
              autoFocus
              ltr
              slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
            />
          ) : (
            <OtpInput
              control={form.control}
              name="code"
              label={t('auth.code')}
              autoFocus
              onComplete={() => field.current?.closest('form')?.requestSubmit()}
            />
          )}
        </Box>
        <TryAgainIn until={rateLimit.until} />
        <SubmitButton control={form.control}>{t('common.sign_in')}</SubmitButton>
        <Button
          onClick={() => {
            form.reset();
            setRecovering(!recovering);
          }}
        >
          {t(recovering ? 'auth.use_app' : 'auth.use_recovery_code')}
        </Button>
      </Form>
    </AuthPage>
  );
}
