import { type AccountRow, exportUsers } from '@/api/identity';
import { listUsersOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListUsersQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** All accounts. */
export const users = defineList({
  key: 'users',
  path: paths.users,
  schema: zListUsersQuery,
  query: (query) => listUsersOptions({ query }),
  file: (query) => exportUsers({ query, parseAs: 'blob' }),
  href: ({ id }: AccountRow) => href(paths.userView, { id }),
});
