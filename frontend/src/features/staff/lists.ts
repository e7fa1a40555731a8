import { exportStaff, type StaffRow } from '@/api/identity';
import { listStaffOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListStaffQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The organization's staff and trainers. */
export const staff = defineList({
  key: 'staff',
  path: paths.staff,
  schema: zListStaffQuery,
  query: (query) => listStaffOptions({ query }),
  file: (query) => exportStaff({ query, parseAs: 'blob' }),
  href: ({ id }: StaffRow) => href(paths.staffView, { id }),
});
