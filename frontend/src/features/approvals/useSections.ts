import { useTranslation } from 'react-i18next';
import { useOpens } from '@/lib/access';
import { families } from '@/routes/families';
import { paths } from '@/routes/paths';

/** The lists of approvals that open for the reader; none where it is the one. */
export function useSections() {
  const { t } = useTranslation();
  const opened = families.approvals.filter(useOpens());
  if (opened.length < 2) return undefined;
  return {
    label: t('menu.approvals'),
    of: opened.map((route) => ({ to: paths[route], label: t(`routes.${route}`) })),
  };
}
