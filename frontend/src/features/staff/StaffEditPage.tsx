import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { StaffDetail } from '@/api/identity';
import { zStaffUpdate } from '@/api/identity/zod.gen';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { staffQuery, useEditStaff } from './queries';
import { RoleInput } from './StaffPlaceFields';

/** Edits the organization's settings for a member, not their personal data. */
export default function StaffEditPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(staffQuery(id));
  if (isNotFound(error)) throw new PageError(404, 'errors.staff_member.not_found');
  if (data) return <MemberForm key={data.id} member={data} />;
  return (
    <PageContainer title={t('routes.staffEdit')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={240} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function MemberForm({ member }: { member: StaffDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = localized(member, 'name', useLocale());
  const edit = useEditStaff();
  const form = useZodForm(zStaffUpdate, { role: member.role });
  const view = href(paths.staffView, { id: member.id });
  return (
    <FormPage
      form={form}
      title={t('routes.staffEdit')}
      lead={t('staff.edit_lead', { name })}
      trail={[
        { label: t('routes.staff'), to: paths.staff },
        { label: name, to: view },
      ]}
      onSave={async (body) => {
        await edit.mutateAsync({ path: { profile_id: member.id }, body });
        form.reset(body);
        toast.success(t('common.saved'));
        void navigate(view);
      }}
    >
      {member.type === 'trainer' ? (
        <Alert severity="info">{t('errors.trainer.role_not_allowed')}</Alert>
      ) : (
        <RoleInput control={form.control} />
      )}
    </FormPage>
  );
}
