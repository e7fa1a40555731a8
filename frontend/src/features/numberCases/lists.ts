import type { CaseRow } from '@/api/identity';
import { listNumberCasesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListNumberCasesQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** Number cases, which an admin decides. */
export const numberCases = defineList({
  key: 'number-cases',
  path: paths.numberCases,
  schema: zListNumberCasesQuery,
  query: (query) => listNumberCasesOptions({ query }),
  href: ({ id }: CaseRow) => href(paths.numberCase, { id }),
});
