import type { BulkEnrollmentRead } from '@/api/enrollment';
import {
  listBulkEnrollmentsOptions,
  listBulkRowsOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { zListBulkEnrollmentsQuery, zListBulkRowsQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The bulk enrollments of an organization; for admins, all. */
export const bulkEnrollments = defineList({
  key: 'bulk-enrollments',
  path: paths.bulkEnrollments,
  schema: zListBulkEnrollmentsQuery,
  query: (query) => listBulkEnrollmentsOptions({ query }),
  href: ({ id }: BulkEnrollmentRead) => href(paths.bulkEnrollment, {}, { id }),
});

/** The rows of a bulk enrollment with their results. */
export const bulkRows = (id: string) =>
  defineList({
    key: 'bulk-rows',
    path: paths.bulkEnrollment,
    schema: zListBulkRowsQuery,
    query: (query) => listBulkRowsOptions({ path: { bulk_id: id }, query }),
  });
