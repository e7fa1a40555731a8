import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Sections } from '@/components/form/Sections';
import { PageContainer } from '@/components/PageContainer';
import { ApprovalHistory } from '@/domain/approvals/ApprovalHistory';
import { ApprovalProgress } from '@/domain/approvals/ApprovalProgress';
import { progressQuery } from '@/domain/approvals/queries';
import { useSession } from '@/lib/session';
import { DocumentsPanel } from './DocumentsPanel';
import { PersonalPanel } from './PersonalPanel';
import { PicturePanel } from './PicturePanel';
import { ProfileChecklist } from './ProfileChecklist';
import { staffDocumentsQuery } from './queries';
import { sections } from './sections';

/** The user's profile, for candidates and dashboard users. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const { user, profile } = useSession();
  const isStaff = profile?.type === 'staff';
  const { data: own } = useQuery({ ...staffDocumentsQuery(profile?.id ?? ''), enabled: isStaff });
  const status = profile?.approval?.status;
  const progress = useQuery({ ...progressQuery(), enabled: isStaff && status !== 'draft' });
  if (!user) return null;
  const asked = isStaff && own && own.kinds.length > 0;
  const shown = Object.values(sections).filter((id) => id !== sections.documents || asked);
  return (
    <PageContainer title={t('routes.candidateProfile')} subtitle={t('profile.lead')} width="lg">
      <Sections sections={shown.map((id) => ({ id, label: t(`profile.${id}`) }))}>
        <ProfileChecklist />
        {isStaff && status === 'submitted' && <ApprovalProgress query={progress} />}
        {/* Another user gets a new form. */}
        <PersonalPanel key={user.id} user={user} />
        <PicturePanel />
        {asked && <DocumentsPanel profile={profile} own={own} />}
        {isStaff && <ApprovalHistory progress={progress.data} />}
      </Sections>
    </PageContainer>
  );
}
