import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { zAccountCreate } from '@/api/identity/zod.gen';
import { Can } from '@/components/Can';
import { FormPage } from '@/components/form/FormPage';
import { TextInput } from '@/components/form/TextInput';
import { PersonFields } from '@/domain/PersonFields';
import * as personFields from '@/domain/personFields';
import { useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useAddUser } from './queries';
import { RolesInput } from './RolesInput';

const schema = z
  .extend(zAccountCreate, {
    username: personFields.username,
    ...personFields.addedPerson,
    role_ids: z.array(z.string()),
  })
  .check(personFields.named);

/** Adds an admin, who receives an email to set a password. */
export default function UserAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddUser();
  const form = useZodForm(schema, {
    username: '',
    email: '',
    phone: '',
    name_en: '',
    name_ar: '',
    locale: useLocale(),
    role_ids: [],
  });
  const { control } = form;
  return (
    <FormPage
      form={form}
      title={t('routes.userAdd')}
      lead={t('users.add_lead')}
      trail={[{ label: t('routes.users'), to: paths.users }]}
      saveLabel={t('users.invite')}
      onSave={async (body) => {
        const user = await add.mutateAsync({ body });
        form.reset(form.getValues());
        toast.success(t('users.added', { email: user.email }));
        void navigate(href(paths.userView, { id: user.id }));
      }}
    >
      <PersonFields control={control} emailHint={t('users.add_email_hint')} />
      <TextInput
        control={control}
        name="username"
        label={t('person.username')}
        hint={t('users.username_hint')}
        autoComplete="off"
        required
        ltr
      />
      <Can route="roles">
        <RolesInput control={control} name="role_ids" />
      </Can>
    </FormPage>
  );
}
