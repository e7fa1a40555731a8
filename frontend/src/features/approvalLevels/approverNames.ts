import type { LevelRead } from '@/api/approvals';
import { type Locale, localized } from '@/i18n';

/**
 * Lists the effective approvers of a level, users and roles. Disabled admins, unused roles and
 * admins without the permission do not count.
 */
export const approverNames = ({ assignments, approvers }: LevelRead, locale: Locale): string[] =>
  approvers.some(({ eligible }) => eligible)
    ? assignments.flatMap(({ user, role }) => {
        if (role) return [localized(role, 'name', locale)];
        return user?.eligible ? [localized(user, 'name', locale)] : [];
      })
    : [];
