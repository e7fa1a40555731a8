import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { staffApprovals } from './lists';

/** Staff who ask for approval. */
export default function StaffApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={staffApprovals} title={t('routes.approvalsStaff')} />;
}
