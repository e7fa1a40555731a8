import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { InvitationRead } from '@/api/identity';
import { acceptInvitationMutation } from '@/api/identity/@tanstack/react-query.gen';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { UsernameHint } from '@/components/form/UsernameHint';
import { NewPasswordInput } from '@/domain/passwords/NewPasswordInput';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { startSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { AcceptTerms } from './AcceptTerms';
import { signInAfter } from './signInAfter';
import { acceptedTerms } from './signUpForm';
import { useTermsVersion } from './useTermsVersion';

const schema = z.object({ password: personFields.newPassword, accept_terms: acceptedTerms });

/** A new person accepts with a password, and is signed in. */
export function InvitationPassword({
  invitation: { username, email, phone, name_en, name_ar, profile_type },
  token,
  onAccepted,
}: {
  invitation: InvitationRead;
  token: string;
  onAccepted: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useZodForm(schema, { password: '', accept_terms: false }, 'onSubmit');
  const accept = useMutation(acceptInvitationMutation());
  const terms_version = useTermsVersion();
  return (
    <Form
      form={form}
      onSave={async (answer) => {
        const grant = await accept
          .mutateAsync({ body: { token, ...answer, terms_version } })
          .catch((error) => signInAfter(error, { username, password: answer.password }));
        onAccepted();
        startSession(grant);
        toast.success(t('invitation.accepted'));
        void navigate(profile_type === 'candidate' ? paths.trainings : paths.dashboard);
      }}
    >
      <Typography sx={{ color: 'text.secondary' }}>{t('invitation.choose')}</Typography>
      <UsernameHint username={username} />
      <NewPasswordInput
        control={form.control}
        name="password"
        label={t('person.password')}
        own={[username, email, phone, name_en, name_ar]}
      />
      <AcceptTerms control={form.control} name="accept_terms" />
      <SubmitButton control={form.control}>{t('invitation.accept')}</SubmitButton>
    </Form>
  );
}
