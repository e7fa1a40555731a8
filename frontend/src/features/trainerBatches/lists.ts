import type { BatchCard } from '@/api/catalog';
import { listMyBatchesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListMyBatchesQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The trainer's batches. */
export const myBatches = defineList({
  key: 'my-batches',
  path: paths.myBatches,
  schema: zListMyBatchesQuery,
  query: (query) => listMyBatchesOptions({ query }),
  href: ({ id }: BatchCard) => href(paths.myBatch, { id }),
});
