import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormPage } from '@/components/form/FormPage';
import { TextLink } from '@/components/RouterLinks';
import { PersonFields } from '@/domain/PersonFields';
import * as personFields from '@/domain/personFields';
import { useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useAddStaff } from './queries';
import { emptyPlace, placeSchema, StaffPlaceFields, toPlaceBody } from './StaffPlaceFields';

const schema = z
  .object({
    ...personFields.addedPerson,
    ...placeSchema,
  })
  .check(personFields.named);

/** Adds a person without an account, who receives an email to set a password. */
export default function StaffAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddStaff();
  const form = useZodForm(schema, {
    email: '',
    phone: '',
    name_en: '',
    name_ar: '',
    locale: useLocale(),
    ...emptyPlace,
  });
  return (
    <FormPage
      form={form}
      title={t('routes.staffAdd')}
      lead={
        <>
          {t('staff.add_lead')}{' '}
          <TextLink to={paths.staffAddExisting}>{t('staff.has_account')}</TextLink>
        </>
      }
      trail={[{ label: t('routes.staff'), to: paths.staff }]}
      saveLabel={t('staff.invite')}
      onSave={async (body) => {
        const member = await add.mutateAsync({ body: toPlaceBody(body) });
        form.reset(form.getValues());
        toast.success(t('staff.invited', { email: member.email }));
        void navigate(href(paths.staffView, { id: member.id }));
      }}
    >
      <PersonFields control={form.control} emailHint={t('staff.email_hint')} />
      <StaffPlaceFields control={form.control} />
    </FormPage>
  );
}
