import type { ErasureRow } from '@/api/identity';
import { listErasuresOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListErasuresQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** Erasure requests. */
export const erasures = defineList({
  key: 'erasures',
  path: paths.erasures,
  schema: zListErasuresQuery,
  query: (query) => listErasuresOptions({ query }),
  href: ({ id }: ErasureRow) => href(paths.erasure, { id }),
});
