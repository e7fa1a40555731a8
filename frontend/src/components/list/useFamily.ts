import { useTranslation } from 'react-i18next';
import { useOpens } from '@/lib/access';
import { type Family, families } from '@/routes/families';
import { paths, type RouteName } from '@/routes/paths';

/**
 * Returns the lists of the same noun that the user can open, as tabs; undefined for a single one.
 */
export function useFamily(family: Family) {
  const { t } = useTranslation();
  const routes: readonly RouteName[] = families[family];
  const opened = routes.filter(useOpens());
  if (opened.length < 2) return undefined;
  return {
    label: t(`menu.${family}`),
    of: opened.map((route) => ({ to: paths[route], label: t(`routes.${route}`) })),
  };
}
