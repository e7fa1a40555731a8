import type { LevelRead } from '@/api/approvals';
import { type Locale, localized } from '@/i18n';

/** Who approves at a level, users and roles; none where nobody does today: disabled admins and
 * roles that nobody has do not count, nor do admins who may not decide. */
export const approverNames = ({ assignments, approvers }: LevelRead, locale: Locale): string[] =>
  approvers.some(({ eligible }) => eligible)
    ? assignments.flatMap(({ user, role }) => {
        if (role) return [localized(role, 'name', locale)];
        return user?.eligible ? [localized(user, 'name', locale)] : [];
      })
    : [];
