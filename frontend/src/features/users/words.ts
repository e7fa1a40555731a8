import { useTranslation } from 'react-i18next';
import type { HeldProfile } from '@/api/identity';
import { localized, useLocale } from '@/i18n';

/** Returns a function that lists distinct account types. */
export function useTypesText(): (profiles: readonly HeldProfile[]) => string {
  const { t } = useTranslation();
  return (profiles) =>
    [...new Set(profiles.map(({ type }) => t(`common.profile_type.${type}`)))].join(
      t('table.list_separator'),
    );
}

/** Returns a function that lists distinct roles of all profiles. */
export function useRolesText(): (profiles: readonly HeldProfile[]) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (profiles) =>
    [
      ...new Set(profiles.flatMap(({ roles }) => roles.map((r) => localized(r, 'name', locale)))),
    ].join(t('table.list_separator'));
}
