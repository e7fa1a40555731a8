import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { announcementApprovals } from './lists';

/** Announcements that ask for approval. */
export default function AnnouncementApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={announcementApprovals} title={t('routes.approvalsAnnouncements')} />;
}
