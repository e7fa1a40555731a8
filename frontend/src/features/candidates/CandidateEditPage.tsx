import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { CandidateDetail, CandidatePerson } from '@/api/identity';
import { zCandidateUpdate } from '@/api/identity/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { PersonFields } from '@/domain/PersonFields';
import * as personFields from '@/domain/personFields';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { candidateFields, pickDirty } from './candidateForm';
import { IdentityFields } from './IdentityFields';
import { candidateQuery, useEditCandidate } from './queries';

const schema = z.extend(zCandidateUpdate, candidateFields).check(personFields.named);

/** Edits a candidate. */
export default function CandidateEditPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(candidateQuery(id));
  if (isNotFound(error)) throw new PageError(404, 'errors.candidate.not_found');
  if (data && !data.person?.can_edit) {
    return <Navigate to={href(paths.candidateView, { id })} replace />;
  }
  if (data?.person) return <CandidateForm key={id} candidate={data} person={data.person} />;
  return (
    <PageContainer title={t('routes.candidateEdit')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function CandidateForm({
  candidate,
  person,
}: {
  candidate: CandidateDetail;
  person: CandidatePerson;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = localized(candidate, 'name', useLocale());
  const edit = useEditCandidate();
  const { email, phone } = candidate;
  const { locale, nationality, birth_date, gender, passport_country, numbers_fixed_at } = person;
  const form = useZodForm(schema, {
    email,
    phone,
    ...personFields.writtenNames(candidate),
    locale,
    nationality,
    birth_date,
    gender,
    civil_number: person.civil_number ?? '',
    passport_number: person.passport_number ?? '',
    passport_country,
  });
  // Read `formState` during render, because react-hook-form only tracks what is read.
  const { dirtyFields } = form.formState;
  const view = href(paths.candidateView, { id: candidate.id });
  return (
    <FormPage
      form={form}
      title={t('routes.candidateEdit')}
      trail={[
        { label: t('routes.candidates'), to: paths.candidates },
        { label: name, to: view },
      ]}
      onSave={async (values) => {
        const body = pickDirty(values, dirtyFields);
        const saved = await edit.mutateAsync({ path: { profile_id: candidate.id }, body });
        const waits = saved.person?.pending_confirmation;
        form.reset(form.getValues());
        toast.success(t(waits ? 'confirmations.waits' : 'common.saved'));
        void navigate(view);
      }}
    >
      <PersonFields
        control={form.control}
        emailHint={t('users.email_hint')}
        locked={!person.can_edit_sign_in_details}
      />
      <IdentityFields
        control={form.control}
        locked={!person.can_edit_sign_in_details}
        fixed={{
          civil: Boolean(numbers_fixed_at && person.civil_number),
          passport: Boolean(numbers_fixed_at && person.passport_number),
        }}
      />
    </FormPage>
  );
}
