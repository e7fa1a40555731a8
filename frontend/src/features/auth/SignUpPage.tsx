import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { signupMutation } from '@/api/identity/@tanstack/react-query.gen';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormProblem } from '@/components/form/FormProblem';
import { PasswordInput } from '@/components/form/PasswordInput';
import { PhoneInput } from '@/components/form/PhoneInput';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { useLocale } from '@/i18n';
import { showProblem, useZodForm } from '@/lib/forms';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { AccountTypeInput } from './AccountTypeInput';
import { AuthPage } from './AuthPage';
import { keepResendTime } from './resendTime';
import { emptySignUp, signUpForm } from './signUpForm';
import { UsernameInput } from './UsernameInput';
import { useKeptRedirect } from './useKeptRedirect';
import { useUsernameAvailability } from './useUsernameAvailability';

const pair = { display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };

/** A new account, of a candidate or of an organization. The guard leads on to the verification. */
export default function SignUpPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const keepRedirect = useKeptRedirect();
  const form = useZodForm(signUpForm, emptySignUp);
  const { control } = form;
  const [type, username] = useWatch({ control, name: ['profile_type', 'username'] });
  const { availability, askAgain } = useUsernameAvailability(username);
  const signUp = useMutation({
    ...signupMutation(),
    onSuccess: (grant) => {
      keepResendTime(grant);
      startSession(grant);
    },
    onError: (error) => showProblem(form, error),
  });

  const submit = form.handleSubmit(async (body) => {
    // What could not be asked a moment ago may be answered now.
    if (availability === 'unavailable' && !(await askAgain())) return form.setFocus('username');
    signUp.mutate({ body: { ...body, locale } });
  });

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
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2.5 }}>
        <FormProblem control={control} />
        <AccountTypeInput control={control} />
        {type === 'organization' && (
          <>
            <TextInput
              control={control}
              name="organization_name_en"
              label={t('person.organization_name_en')}
              autoComplete="organization"
              slotProps={{ htmlInput: { dir: 'ltr', lang: 'en' } }}
            />
            <TextInput
              control={control}
              name="organization_name_ar"
              label={t('person.organization_name_ar')}
              slotProps={{ htmlInput: { dir: 'rtl', lang: 'ar' } }}
            />
          </>
        )}
        <Box sx={pair}>
          <TextInput
            control={control}
            name="name_en"
            label={t('person.name_en')}
            autoComplete="name"
            hint={t('auth.name_hint')}
            slotProps={{ htmlInput: { dir: 'ltr', lang: 'en' } }}
          />
          <TextInput
            control={control}
            name="name_ar"
            label={t('person.name_ar')}
            hint={t('auth.name_hint')}
            slotProps={{ htmlInput: { dir: 'rtl', lang: 'ar' } }}
          />
        </Box>
        <UsernameInput control={control} availability={availability} />
        <TextInput
          control={control}
          name="email"
          type="email"
          label={t('person.email')}
          hint={t('auth.email_hint')}
          autoComplete="email"
          ltr
        />
        <PhoneInput control={control} name="phone" label={t('person.phone')} />
        <PasswordInput control={control} name="password" label={t('person.password')} isNew />
        <CheckboxInput
          control={control}
          name="accept_terms"
          label={
            <>
              {t('auth.accept')}{' '}
              <TextLink to={paths.terms} target="_blank" rel="noopener">
                {t('routes.terms')}
              </TextLink>
            </>
          }
        />
        <Button type="submit" variant="contained" size="large" loading={signUp.isPending}>
          {t('common.sign_up')}
        </Button>
      </Box>
    </AuthPage>
  );
}
