import { useTranslation } from 'react-i18next';
import type { PermissionMatrix, RoleChange } from '@/api/identity';
import { localized, useLocale } from '@/i18n';

/** Gives a role's changes as a line: `Clerk: + See users, − Edit users`. */
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
