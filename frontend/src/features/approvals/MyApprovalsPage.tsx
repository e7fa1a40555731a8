import { useTranslation } from 'react-i18next';
import { ApprovalList } from './ApprovalList';
import { myApprovals } from './lists';

/** What waits for the reader's own decision. */
export default function MyApprovalsPage() {
  const { t } = useTranslation();
  return <ApprovalList list={myApprovals} title={t('routes.myApprovals')} />;
}
