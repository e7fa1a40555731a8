import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { sendResetPasswordOtpMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { paths } from '@/routes/paths';
import { AuthPage } from './AuthPage';
import { keepPasswordReset, readPasswordReset, toPasswordReset } from './passwordReset';
import { useKeptRedirect } from './useKeptRedirect';

const schema = z.object({ email: personFields.email });

/**
 * The first step of a password reset: the address. The response does not reveal whether it is
 * known.
 */
export default function ForgotPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // An invitation links here with its address.
  const [given] = useSearchParams();
  const keepRedirect = useKeptRedirect();
  const form = useZodForm(schema, { email: given.get('email') ?? '' }, 'onSubmit');
  const send = useMutation(sendResetPasswordOtpMutation());

  const openNextPage = () => void navigate(keepRedirect(paths.forgotPasswordOtp));
  // A recent code of this tab is still valid.
  const isReusable = (error: unknown) =>
    asProblem(error)?.code === 'one_time_code.too_soon' &&
    readPasswordReset()?.email === form.getValues('email');

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
      <Form
        form={form}
        onSave={async (body) => {
          keepPasswordReset(toPasswordReset(body.email, await send.mutateAsync({ body })));
          openNextPage();
        }}
        onProblem={(error) => {
          const isGood = isReusable(error);
          if (isGood) openNextPage();
          return isGood;
        }}
      >
        <TextInput
          control={form.control}
          name="email"
          type="email"
          label={t('person.email')}
          autoComplete="email"
          autoFocus
          ltr
        />
        <SubmitButton control={form.control}>{t('auth.send_code')}</SubmitButton>
      </Form>
    </AuthPage>
  );
}
