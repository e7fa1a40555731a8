import { type ApplicationRead, exportApplications } from '@/api/enrollment';
import { listApplicationsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { zListApplicationsQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The organization's applications to announcements; for an admin all that were submitted. */
export const applications = defineList({
  key: 'applications',
  path: paths.applications,
  schema: zListApplicationsQuery,
  query: (query) => listApplicationsOptions({ query }),
  file: (query) => exportApplications({ query, parseAs: 'blob' }),
  href: ({ id }: ApplicationRead) => href(paths.applicationView, { id }),
});
