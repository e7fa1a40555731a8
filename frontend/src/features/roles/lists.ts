import type { RoleRow } from '@/api/identity';
import { listRolesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListRolesQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** All roles. */
export const roles = defineList({
  key: 'roles',
  path: paths.roles,
  schema: zListRolesQuery,
  query: (query) => listRolesOptions({ query }),
  href: ({ id }: RoleRow) => href(paths.role, { id }),
});
