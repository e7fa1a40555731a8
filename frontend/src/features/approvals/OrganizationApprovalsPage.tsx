import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { organizationApprovals } from './lists';

/** Approval requests of organizations. */
export default function OrganizationApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={organizationApprovals} title={t('routes.approvalsOrganizations')} />;
}
