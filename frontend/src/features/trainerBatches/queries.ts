import { getMyBatchOptions, listMySessionsOptions } from '@/api/catalog/@tanstack/react-query.gen';

export const myBatchQuery = (batchId: string) => getMyBatchOptions({ path: { batch_id: batchId } });

/** The next sessions that the trainer gives. */
export const mySessionsQuery = (count: number) =>
  listMySessionsOptions({ query: { page_size: count } });
