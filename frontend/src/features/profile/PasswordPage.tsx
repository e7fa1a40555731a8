import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changePasswordMutation } from '@/api/identity/@tanstack/react-query.gen';
import { TryAgainIn } from '@/components/feedback/TryAgainIn';
import { FormPage } from '@/components/form/FormPage';
import { PasswordInput } from '@/components/form/PasswordInput';
import { UsernameHint } from '@/components/form/UsernameHint';
import { NewPasswordInput } from '@/domain/passwords/NewPasswordInput';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { type User, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useRateLimit } from '@/lib/useRateLimit';

const schema = z.object({
  current_password: z.string().check(z.minLength(1)),
  password: personFields.newPassword,
});
const empty = { current_password: '', password: '' };

const ownData = (user: User | null) =>
  user
    ? [
        user.username,
        user.email,
        user.phone,
        user.name_en,
        user.name_ar,
        user.civil_number,
        user.passport_number,
      ]
    : [];

/** Changes the password, which ends the user's other sessions. */
export default function PasswordPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const rateLimit = useRateLimit();
  const form = useZodForm(schema, empty);
  const change = useMutation(changePasswordMutation());
  return (
    <FormPage
      form={form}
      title={t('routes.candidatePassword')}
      lead={t('password.lead')}
      saveLabel={t('password.save')}
      onSave={async (body) => {
        rateLimit.open();
        await change.mutateAsync({ body });
        form.reset(empty);
        toast.success(t('password.changed'));
      }}
      onProblem={rateLimit.accept}
    >
      <UsernameHint username={user?.username ?? ''} />
      <PasswordInput control={form.control} name="current_password" label={t('password.current')} />
      <NewPasswordInput
        control={form.control}
        name="password"
        label={t('person.new_password')}
        own={ownData(user)}
      />
      <TryAgainIn until={rateLimit.until} />
    </FormPage>
  );
}
