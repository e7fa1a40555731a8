import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormPage } from '@/components/form/FormPage';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { AnnouncementFields, sections } from './AnnouncementFields';
import { announcementForm, toFormValues, toRequestBody } from './announcementForm';
import { useAddAnnouncement } from './queries';

/** Adds a draft of an announcement. */
export default function AnnouncementAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddAnnouncement();
  const form = useZodForm(announcementForm, toFormValues());
  return (
    <FormPage
      form={form}
      title={t('routes.announcementAdd')}
      trail={[{ label: t('routes.manageAnnouncements'), to: paths.manageAnnouncements }]}
      sections={sections.map((id) => ({ id, label: t(`announcements.${id}`) }))}
      onSave={async (values) => {
        const { id } = await add.mutateAsync({ body: toRequestBody(values) });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(href(paths.announcementView, { id }));
      }}
    >
      <AnnouncementFields control={form.control} />
    </FormPage>
  );
}
