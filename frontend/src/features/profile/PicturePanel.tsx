import { useTranslation } from 'react-i18next';
import { TitledCard } from '@/components/record/TitledCard';
import { OwnPicture } from '@/domain/account/OwnPicture';
import { useSession } from '@/lib/session';
import { sections } from './sections';

/** The picture of the active profile; an organization's is its logo. */
export function PicturePanel() {
  const { t } = useTranslation();
  const { profile } = useSession();
  if (!profile) return null;
  return (
    <TitledCard id={sections.picture} title={t('profile.picture')} lead={t('profile.picture_lead')}>
      <OwnPicture profile={profile} />
    </TitledCard>
  );
}
