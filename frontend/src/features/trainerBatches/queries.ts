import { getMyBatchOptions, listMySessionsOptions } from '@/api/catalog/@tanstack/react-query.gen';

export const myBatchQuery = (batchId: string) => getMyBatchOptions({ path: { batch_id: batchId } });

/** The trainer's next sessions. */
export const mySessionsQuery = (count: number) =>
  listMySessionsOptions({ query: { page_size: count } });
