import type { Session } from '@/lib/session';
import type { RouteAccess } from '@/routes/types';
import { withDependencies } from './dependencies';

type Holders = Pick<RouteAccess, 'profiles' | 'roles' | 'permissions' | 'needs' | 'staffRoles'>;

const SUPER_ADMIN = 'super-admin';

/**
 * The access rule, the same as the services': staff need only a matching profile type (and a role
 * where one is named for them); admins need one of the permissions where any are listed, and what it
 * depends on, which a super-admin holds without saying; others pass on a profile, role or permission match. Roles and
 * permissions are those of the profile that is acted through.
 */
export function isAllowed(access: Holders, { user, profile }: Session): boolean {
  const { profiles = [], roles = [], permissions = [], needs = [], staffRoles = [] } = access;
  if (profiles.length + roles.length + permissions.length === 0) return true;
  if (!user || !profile) return false;

  const hasRole = (slug: string) => profile.roles.some((role) => role.slug === slug);
  const holds = (slug: string) =>
    profile.permissions.some((permission) => permission.slug === slug);
  const matches = profiles.includes(profile.type);

  if (profile.type === 'staff') {
    return matches && (staffRoles.length === 0 || staffRoles.some(hasRole));
  }
  if (profile.type === 'admin' && permissions.length > 0) {
    if (profiles.length > 0 && !matches) return false;
    return (
      hasRole(SUPER_ADMIN) ||
      permissions.some((slug) => [...withDependencies(slug), ...needs].every(holds))
    );
  }
  return matches || roles.some(hasRole) || permissions.some(holds);
}
