import { useTranslation } from 'react-i18next';
import type { PermissionMatrix, RoleChange } from '@/api/identity';
import { localized, useLocale } from '@/i18n';
import { getDependencies, profilesByPermission } from '@/lib/access';

/** Returns a function that formats a role's changes: `Clerk: + See users, − Edit users`. */
export function useChangeText(matrix: PermissionMatrix): (change: RoleChange) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ role_id, grant = [], revoke = [] }) => {
    const role = matrix.roles.find(({ id }) => id === role_id);
    const names = [
      ...grant.map((slug) => `+ ${t(`permissions.names.${slug}`)}`),
      ...revoke.map((slug) => `− ${t(`permissions.names.${slug}`)}`),
    ];
    return `${localized(role, 'name', locale)}: ${names.join(t('table.list_separator'))}`;
  };
}

/** Returns a function that describes a permission's dependencies or profile types. */
export function usePermissionNote(): (slug: string) => string | undefined {
  const { t } = useTranslation();
  return (slug) => {
    const profiles = profilesByPermission[slug];
    if (profiles) return t(`permissions.only_for.${profiles}`);
    const names = getDependencies(slug).map((each) => t(`permissions.names.${each}`));
    return names.length > 0
      ? t('permissions.depends_on', { names: names.join(t('table.list_separator')) })
      : undefined;
  };
}
