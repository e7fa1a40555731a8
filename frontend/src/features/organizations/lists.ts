import { exportOrganizations, type OrganizationRow } from '@/api/identity';
import { listOrganizationsOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListOrganizationsQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** All organizations. */
export const organizations = defineList({
  key: 'organizations',
  path: paths.organizations,
  schema: zListOrganizationsQuery,
  query: (query) => listOrganizationsOptions({ query }),
  file: (query) => exportOrganizations({ query, parseAs: 'blob' }),
  href: ({ id }: OrganizationRow) => href(paths.organization, { id }),
});
