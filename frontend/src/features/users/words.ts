import { useTranslation } from 'react-i18next';
import type { HeldProfile } from '@/api/identity';
import { localized, useLocale } from '@/i18n';

/** Gives the account types of somebody, each once. */
export function useTypesText(): (profiles: readonly HeldProfile[]) => string {
  const { t } = useTranslation();
  return (profiles) =>
    [...new Set(profiles.map(({ type }) => t(`common.profile_type.${type}`)))].join(
      t('table.list_separator'),
    );
}

/** Gives the roles of somebody in all profiles, each once. */
export function useRolesText(): (profiles: readonly HeldProfile[]) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (profiles) =>
    [
      ...new Set(profiles.flatMap(({ roles }) => roles.map((r) => localized(r, 'name', locale)))),
    ].join(t('table.list_separator'));
}
