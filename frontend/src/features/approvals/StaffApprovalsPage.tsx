import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { staffApprovals } from './lists';

/** Approval requests of staff. */
export default function StaffApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={staffApprovals} title={t('routes.approvalsStaff')} />;
}
