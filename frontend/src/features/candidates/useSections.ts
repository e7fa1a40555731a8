import { useTranslation } from 'react-i18next';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';

/** Returns an admin's two lists of candidates; an organization has one. */
export function useSections() {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  if (!isAdmin) return undefined;
  return {
    label: t('routes.candidates'),
    of: [
      { to: paths.candidates, label: t('candidates.section.all') },
      { to: paths.organizationCandidates, label: t('candidates.section.organization') },
    ],
  };
}
