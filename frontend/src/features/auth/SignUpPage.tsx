import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { signupMutation } from '@/api/identity/@tanstack/react-query.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { Form } from '@/components/form/Form';
import { PhoneInput } from '@/components/form/PhoneInput';
import { SubmitButton } from '@/components/form/SubmitButton';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { NewPasswordInput } from '@/domain/passwords/NewPasswordInput';
import { useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { AcceptTerms } from './AcceptTerms';
import { AccountTypeInput } from './AccountTypeInput';
import { AuthPage } from './AuthPage';
import { keepResendTime } from './resendTime';
import { SignUpCost } from './SignUpCost';
import { signInAfter } from './signInAfter';
import { emptySignUp, type SignUpForm, signUpForm } from './signUpForm';
import { suggestUsername } from './suggestUsername';
import { UsernameInput } from './UsernameInput';
import { useKeptRedirect } from './useKeptRedirect';
import { useTermsVersion } from './useTermsVersion';
import { useUsernameAvailability } from './useUsernameAvailability';

const OWN_DATA = [
  'username',
  'email',
  'phone',
  'name_en',
  'name_ar',
  'organization_name_en',
  'organization_name_ar',
] as const;

/** Sign-up of a candidate or an organization; the guard redirects to the verification. */
export default function SignUpPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const keepRedirect = useKeptRedirect();
  const form = useZodForm(signUpForm, emptySignUp);
  const { control } = form;
  const [type, username] = useWatch({ control, name: ['profile_type', 'username'] });
  const own = useWatch({ control, name: OWN_DATA });
  const signUp = useMutation(signupMutation());
  const sent = signUp.variables?.body.username;
  const { availability, askAgain } = useUsernameAvailability(username, sent);
  const terms_version = useTermsVersion();

  const save = async (body: SignUpForm) => {
    // The failed check may succeed now.
    if (availability === 'unavailable' && !(await askAgain())) return form.setFocus('username');
    const grant = await signUp
      .mutateAsync({ body: { ...body, locale, terms_version } })
      .catch((error) => signInAfter(error, { username: body.username, password: body.password }));
    keepResendTime(grant);
    startSession(grant);
  };

  return (
    <AuthPage
      title={t('routes.signUp')}
      lead={t('auth.sign_up_lead')}
      footer={
        <Typography>
          {t('auth.have_account')}{' '}
          <TextLink to={keepRedirect(paths.signIn)}>{t('common.sign_in')}</TextLink>
        </Typography>
      }
    >
      <Form form={form} onSave={save}>
        <AccountTypeInput control={control} />
        {type === 'organization' && (
          <BilingualInput
            control={control}
            name="organization_name"
            labels={{
              en: t('person.organization_name_en'),
              ar: t('person.organization_name_ar'),
            }}
            autoComplete="organization"
          />
        )}
        <BilingualInput
          control={control}
          name="name"
          labels={{ en: t('person.name_en'), ar: t('person.name_ar') }}
          hint={t('auth.name_hint')}
          autoComplete="name"
        />
        <Box onBlur={() => void suggestUsername(form)}>
          <TextInput
            control={control}
            name="email"
            type="email"
            label={t('person.email')}
            hint={t('auth.email_hint')}
            autoComplete="email"
            ltr
          />
        </Box>
        <UsernameInput control={control} availability={availability} />
        <PhoneInput control={control} name="phone" label={t('person.phone')} />
        <NewPasswordInput
          control={control}
          name="password"
          label={t('person.password')}
          own={own}
        />
        <SignUpCost type={type} />
        <AcceptTerms control={control} name="accept_terms" />
        <SubmitButton control={control}>{t('common.sign_up')}</SubmitButton>
      </Form>
    </AuthPage>
  );
}
