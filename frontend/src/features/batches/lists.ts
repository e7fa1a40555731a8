import { omit } from 'zod/mini';
import { type BatchCard, exportManagedBatches } from '@/api/catalog';
import { listManagedBatchesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListManagedBatchesQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The batches of an organization; for admins, all of them. */
export const managedBatches = defineList({
  key: 'managed-batches',
  path: paths.manageBatches,
  schema: zListManagedBatchesQuery,
  query: (query) => listManagedBatchesOptions({ query }),
  file: (query) => exportManagedBatches({ query, parseAs: 'blob' }),
  href: ({ id }: BatchCard) => href(paths.manageBatch, { uuid: id }),
});

const zQueryOfTraining = omit(zListManagedBatchesQuery, { training_id: true });

/** The same of one training. */
export const trainingBatches = (id: string) =>
  defineList({
    key: `batches-of-${id}`,
    path: href(paths.trainingBatches, { id }),
    schema: zQueryOfTraining,
    query: (query) => listManagedBatchesOptions({ query: { ...query, training_id: id } }),
    file: (query) =>
      exportManagedBatches({ query: { ...query, training_id: id }, parseAs: 'blob' }),
    href: (batch: BatchCard) => href(paths.trainingBatch, { id, uuid: batch.id }),
  });
