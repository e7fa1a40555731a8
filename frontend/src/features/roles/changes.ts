import type { PermissionMatrix, RoleChange, RoleColumn } from '@/api/identity';
import { withDependencies } from '@/lib/access';

/** What the reader wants of single cells, by `cellOf`; those that are so already are no changes. */
export type PendingChanges = Readonly<Record<string, boolean>>;

export const toCellKey = (roleId: string, permission: string) => `${roleId} ${permission}`;

/** Whether a cell is set, as the reader wants it or as it is. */
export const isSet = (role: RoleColumn, permission: string, wanted: PendingChanges) =>
  wanted[toCellKey(role.id, permission)] ?? role.permissions.includes(permission);

const isChanged = (role: RoleColumn, permission: string, wanted: PendingChanges) =>
  isSet(role, permission, wanted) !== role.permissions.includes(permission);

/**
 * The cells that change with some that are set, or not: what a permission depends on is set with
 * it, and what depends on it goes with it.
 */
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

/** The changes that the reader wants, by role, with the version that they saw. */
export function toRoleChanges({ roles, areas }: PermissionMatrix, wanted: PendingChanges): RoleChange[] {
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

/** What is different in a newer matrix: what somebody else has saved meanwhile. */
export function savedMeanwhile(before: PermissionMatrix, after: PermissionMatrix): RoleChange[] {
  return after.roles.flatMap((role) => {
    const old = before.roles.find(({ id }) => id === role.id);
    if (!old || old.version === role.version) return [];
    const grant = role.permissions.filter((slug) => !old.permissions.includes(slug));
    const revoke = old.permissions.filter((slug) => !role.permissions.includes(slug));
    return [{ role_id: role.id, version: role.version, grant, revoke } as RoleChange];
  });
}
