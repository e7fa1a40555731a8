import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { announcementApprovals } from './lists';

/** Approval requests for announcements. */
export default function AnnouncementApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={announcementApprovals} title={t('routes.approvalsAnnouncements')} />;
}
