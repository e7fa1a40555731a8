import type { PermissionMatrix, RoleChange, RoleColumn } from '@/api/identity';
import { withDependencies } from '@/lib/access';

/** Pending values by cell key; cells that already have the value are no changes. */
export type PendingChanges = Readonly<Record<string, boolean>>;

export const toCellKey = (roleId: string, permission: string) => `${roleId} ${permission}`;

/** Returns the pending or the saved value of a cell. */
export const isSet = (role: RoleColumn, permission: string, wanted: PendingChanges) =>
  wanted[toCellKey(role.id, permission)] ?? role.permissions.includes(permission);

const isChanged = (role: RoleColumn, permission: string, wanted: PendingChanges) =>
  isSet(role, permission, wanted) !== role.permissions.includes(permission);

/** Adds the dependencies of set permissions, and the dependents of cleared ones. */
export function withDependents(
  cells: readonly (readonly [column: string, row: string])[],
  all: readonly string[],
  set: boolean,
) {
  return cells.flatMap(([column, row]) => {
    const rows = set
      ? withDependencies(row)
      : all.filter((each) => withDependencies(each).includes(row));
    return rows.map((each) => [column, each] as const);
  });
}

/** The pending changes by role, with the version that the user saw. */
export function toRoleChanges(
  { roles, areas }: PermissionMatrix,
  wanted: PendingChanges,
): RoleChange[] {
  const all = areas.flatMap(({ permissions }) => permissions);
  return roles
    .map((role) => {
      const changed = all.filter((permission) => isChanged(role, permission, wanted));
      const [grant, revoke] = [true, false].map((set) =>
        changed.filter((permission) => isSet(role, permission, wanted) === set),
      );
      return { role_id: role.id, version: role.version, grant, revoke };
    })
    .filter(({ grant = [], revoke = [] }) => grant.length + revoke.length > 0);
}

/** Returns the changes between two versions of the matrix. */
export function savedMeanwhile(before: PermissionMatrix, after: PermissionMatrix): RoleChange[] {
  return after.roles.flatMap((role) => {
    const old = before.roles.find(({ id }) => id === role.id);
    if (!old || old.version === role.version) return [];
    const grant = role.permissions.filter((slug) => !old.permissions.includes(slug));
    const revoke = old.permissions.filter((slug) => !role.permissions.includes(slug));
    return [{ role_id: role.id, version: role.version, grant, revoke } as RoleChange];
  });
}
