import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { AccountDetail } from '@/api/identity';
import { zAccountUpdate } from '@/api/identity/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { DateInput } from '@/components/form/DateInput';
import { FormPage } from '@/components/form/FormPage';
import { SelectInput } from '@/components/form/SelectInput';
import { PageContainer } from '@/components/PageContainer';
import { PersonFields } from '@/domain/PersonFields';
import * as personFields from '@/domain/personFields';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { useZodForm, z } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useEditUser, userQuery } from './queries';

const schema = z
  .extend(zAccountUpdate, {
    email: personFields.email,
    phone: personFields.phone,
    ...personFields.names,
    locale: z.enum(['en', 'ar']),
  })
  .check(personFields.named);

/** Edits a user's data. */
export default function UserEditPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(userQuery(id));
  if (isNotFound(error)) throw new PageError(404, 'errors.user.not_found');
  if (data && !data.can_edit) return <Navigate to={href(paths.userView, { id })} replace />;
  if (data) return <UserForm key={data.id} user={data} />;
  return (
    <PageContainer title={t('routes.userEdit')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function UserForm({ user }: { user: AccountDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = localized(user, 'name', useLocale());
  const edit = useEditUser();
  const { email, phone, locale, birth_date, gender } = user;
  const form = useZodForm(schema, {
    email,
    phone,
    ...personFields.writtenNames(user),
    locale,
    birth_date,
    gender,
  });
  // Read `formState` during render, because react-hook-form only tracks what is read.
  const { dirtyFields } = form.formState;
  const view = href(paths.userView, { id: user.id });
  return (
    <FormPage
      form={form}
      title={t('routes.userEdit')}
      trail={[
        { label: t('routes.users'), to: paths.users },
        { label: name, to: view },
      ]}
      onSave={async (values) => {
        // Send changed fields only, because another user may have changed the others.
        const body = Object.fromEntries(
          Object.entries(values).filter(([field]) => field in dirtyFields),
        );
        const saved = await edit.mutateAsync({ path: { user_id: user.id }, body });
        form.reset(form.getValues());
        toast.success(t(saved.pending_confirmation ? 'confirmations.waits' : 'common.saved'));
        void navigate(view);
      }}
    >
      <PersonFields
        control={form.control}
        emailHint={t('users.email_hint')}
        locked={!user.can_edit_sign_in_details}
      />
      <DateInput control={form.control} name="birth_date" label={t('person.birth_date')} />
      <SelectInput
        control={form.control}
        name="gender"
        label={t('person.gender')}
        options={toOptions(['male', 'female'], (value) => t(`person.genders.${value}`))}
      />
    </FormPage>
  );
}
