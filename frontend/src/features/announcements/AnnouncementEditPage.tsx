import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { AnnouncementDetail } from '@/api/catalog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { AnnouncementAttachments } from './AnnouncementAttachments';
import { AnnouncementFields, sections } from './AnnouncementFields';
import { announcementForm, toFormValues, toRequestBody } from './announcementForm';
import { managedAnnouncementQuery, useEditAnnouncement } from './queries';

/** Edits a draft or returned announcement. */
export default function AnnouncementEditPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(managedAnnouncementQuery(id));
  if (isNotFound(error)) throw new PageError(404, 'errors.resource.not_found');
  if (data) return <AnnouncementForm key={data.id} announcement={data} />;
  return (
    <PageContainer title={t('routes.announcementEdit')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function AnnouncementForm({ announcement }: { announcement: AnnouncementDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const edit = useEditAnnouncement();
  const form = useZodForm(announcementForm, toFormValues(announcement));
  // The version of the form's values, so that another user's later change is not overwritten.
  const version = useRef(announcement.version);
  const follow = (changed: AnnouncementDetail) => {
    if (changed.version === version.current + 1) version.current = changed.version;
  };
  return (
    <FormPage
      form={form}
      title={t('routes.announcementEdit')}
      lead={localized(announcement, 'title', locale)}
      trail={[{ label: t('routes.manageAnnouncements'), to: paths.manageAnnouncements }]}
      sections={[...sections, 'attachments'].map((id) => ({ id, label: t(`announcements.${id}`) }))}
      onSave={async (values) => {
        await edit.mutateAsync({
          path: { announcement_id: announcement.id },
          body: { ...toRequestBody(values), version: version.current },
        });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(href(paths.announcementView, { id: announcement.id }));
      }}
    >
      <AnnouncementFields control={form.control} />
      <AnnouncementAttachments announcement={announcement} onChanged={follow} />
    </FormPage>
  );
}
