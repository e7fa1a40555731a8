import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { applicationApprovals } from './lists';

/** Approval requests for applications to announcements. */
export default function ApplicationApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={applicationApprovals} title={t('routes.approvalsApplications')} />;
}
