import { useTranslation } from 'react-i18next';
import { Sections } from '@/components/form/Sections';
import { PageContainer } from '@/components/PageContainer';
import { useSession } from '@/lib/session';
import { PersonalPanel } from './PersonalPanel';
import { PicturePanel } from './PicturePanel';
import { ProfileChecklist } from './ProfileChecklist';
import { sections } from './sections';

/** The own profile; the same for candidates and for the dashboard's users. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (!user) return null;
  return (
    <PageContainer title={t('routes.candidateProfile')} subtitle={t('profile.lead')} width="lg">
      <Sections sections={Object.values(sections).map((id) => ({ id, label: t(`profile.${id}`) }))}>
        <ProfileChecklist />
        {/* Another user who signs in begins with a form of their own. */}
        <PersonalPanel key={user.id} user={user} />
        <PicturePanel />
      </Sections>
    </PageContainer>
  );
}
