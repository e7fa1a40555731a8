import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { AnnouncementDetail } from '@/api/catalog';
import type { Action } from '@/components/ActionMenu';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { AnnouncementDetails } from './AnnouncementDetails';
import { managedAnnouncements } from './lists';
import {
  managedAnnouncementQuery,
  useCloseAnnouncement,
  useDeleteAnnouncement,
  useSubmitAnnouncement,
} from './queries';

type Question = 'submit' | 'close' | 'delete';

const isOpen = ({ status }: AnnouncementDetail) => status === 'draft' || status === 'returned';

/** The management page of an announcement: content, status and next step. */
export default function AnnouncementPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const canEdit = useOpens()('announcementEdit');
  const changes = useChangesTab();
  const { id = '' } = useParams();
  const [question, ask] = useState<Question | null>(null);
  const actions = (announcement: AnnouncementDetail): Action[] => {
    const { status } = announcement;
    const see = { label: t('announcements.do.see'), to: href(paths.announcement, { id }) };
    const submit = { label: t('announcements.do.submit'), onSelect: () => ask('submit') };
    const remove = { label: t('announcements.do.delete'), onSelect: () => ask('delete') };
    const close = { label: t('announcements.do.close'), onSelect: () => ask('close') };
    return [
      ...(status === 'published' || status === 'closed' ? [see] : []),
      ...(canEdit && isOpen(announcement) ? [submit] : []),
      ...(canEdit && status === 'published' ? [close] : []),
      ...(canEdit && (isOpen(announcement) || status === 'rejected') ? [remove] : []),
    ];
  };
  return (
    <RecordPage
      list={managedAnnouncements}
      listTitle={t('routes.manageAnnouncements')}
      id={id}
      query={useQuery(managedAnnouncementQuery(id))}
      notFound="errors.resource.not_found"
      title={(announcement) => localized(announcement, 'title', locale)}
      status={({ status }) => <StatusChip noun="announcement" status={status} size="medium" />}
      action={(announcement) =>
        canEdit &&
        isOpen(announcement) && (
          <LinkButton variant="contained" to={href(paths.announcementEdit, { id })}>
            {t('common.edit')}
          </LinkButton>
        )
      }
      actions={actions}
      tabs={(announcement) => changes([announcement.id])}
    >
      {(announcement) => (
        <>
          {announcement.comment && (
            <Alert severity={announcement.status === 'published' ? 'success' : 'warning'}>
              <bdi>{announcement.comment}</bdi>
            </Alert>
          )}
          <AnnouncementDetails announcement={announcement} />
          {question && (
            <Ask question={question} announcement={announcement} onClose={() => ask(null)} />
          )}
        </>
      )}
    </RecordPage>
  );
}

/** Confirms an action with its consequences. */
function Ask({
  question,
  announcement,
  onClose,
}: {
  question: Question;
  announcement: AnnouncementDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changes = { submit: useSubmitAnnouncement(), close: useCloseAnnouncement() };
  const removal = useDeleteAnnouncement();
  const { isPending, error } = question === 'delete' ? removal : changes[question];
  const run = async () => {
    const { id, version } = announcement;
    const path = { announcement_id: id };
    if (question === 'delete') await removal.mutateAsync({ path });
    else await changes[question].mutateAsync({ path, body: { version } });
    toast.success(t(`announcements.done.${question}`));
    onClose();
    if (question === 'delete') void navigate(paths.manageAnnouncements, { replace: true });
  };
  return (
    <ConfirmDialog
      open
      title={t(`announcements.confirm.${question}.title`)}
      confirmLabel={t(`announcements.do.${question}`)}
      color={question === 'submit' ? 'primary' : 'error'}
      pending={isPending}
      error={error}
      onConfirm={() => void run().catch(() => {})}
      onClose={onClose}
    >
      {t(`announcements.confirm.${question}.text`)}
    </ConfirmDialog>
  );
}
