import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { OrganizationName } from '@/api/identity';
import { zCandidateCreate } from '@/api/identity/zod.gen';
import { FormPage } from '@/components/form/FormPage';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { PersonFields } from '@/domain/PersonFields';
import * as personFields from '@/domain/personFields';
import { useOrganizationSource } from '@/domain/useOrganizationFilter';
import { useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { candidateFields } from './candidateForm';
import { IdentityFields } from './IdentityFields';
import { useAddCandidate } from './queries';

const schema = z
  .extend(z.omit(zCandidateCreate, { organization_id: true }), {
    ...candidateFields,
    organization: z.nullable(z.custom<OrganizationName>()),
  })
  .check(personFields.named);

/** Adds a candidate, who receives an email to set a password. */
export default function CandidateAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddCandidate();
  const form = useZodForm(schema, {
    email: '',
    phone: '',
    name_en: '',
    name_ar: '',
    locale: useLocale(),
    civil_number: '',
    passport_number: '',
    passport_country: null,
    nationality: null,
    birth_date: null,
    gender: null,
    organization: null,
  });
  const { control } = form;
  return (
    <FormPage
      form={form}
      title={t('routes.candidateAdd')}
      lead={t('candidates.add_lead')}
      trail={[{ label: t('routes.candidates'), to: paths.candidates }]}
      saveLabel={t('users.invite')}
      onSave={async ({ organization, ...person }) => {
        const body = { ...person, organization_id: organization?.id };
        const { id, email } = await add.mutateAsync({ body });
        form.reset(form.getValues());
        toast.success(t('users.added', { email }));
        void navigate(href(paths.candidateView, { id }));
      }}
    >
      <PersonFields control={control} emailHint={t('users.add_email_hint')} />
      <IdentityFields control={control} />
      <SearchSelectInput
        control={control}
        name="organization"
        label={t('common.organization')}
        hint={t('candidates.organization_hint')}
        source={useOrganizationSource()}
      />
    </FormPage>
  );
}
