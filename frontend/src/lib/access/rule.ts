import type { Session } from '@/lib/session';
import type { RouteAccess } from '@/routes/types';
import { withDependencies } from './dependencies';

type Holders = Pick<RouteAccess, 'profiles' | 'roles' | 'permissions' | 'needs' | 'staffRoles'>;

const SUPER_ADMIN = 'super-admin';

/**
 * The access rule, equal to the services'. Staff need a matching profile type, and a role if one is
 * listed for them. Admins need one of the listed permissions, if any, with its dependencies; a
 * super-admin has all. Others need a matching profile, role or permission. Roles and permissions
 * are those of the active profile.
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
