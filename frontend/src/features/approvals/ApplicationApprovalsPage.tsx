import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { applicationApprovals } from './lists';

/** Applications to announcements that ask for approval. */
export default function ApplicationApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={applicationApprovals} title={t('routes.approvalsApplications')} />;
}
