import type { AppealRow } from '@/api/enrollment';
import { listAppealsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { zListAppealsQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** Appeals of candidates against their results. */
export const appeals = defineList({
  key: 'appeals',
  path: paths.appeals,
  schema: zListAppealsQuery,
  query: (query) => listAppealsOptions({ query }),
  href: ({ id }: AppealRow) => href(paths.appeal, { id }),
});
