import type { ListBatchesData, ListBatchesResponse } from '@/api/catalog';
import { endpoints } from '@/api/endpoints';
import { createResource } from '@/lib/resource';
import { sessionFetch } from '@/lib/session';
import { queryString } from '@/routes/paths';

const MAX_AGE = 30_000;

const filter = {
  phase: 'upcoming',
  seats_left: true,
  sort: 'starts_at',
  page_size: 6,
} satisfies ListBatchesData['query'];

/** The next batches that still have seats. */
export const upcomingBatches = createResource(async (): Promise<ListBatchesResponse> => {
  const response = await sessionFetch(endpoints.batches + queryString(filter));
  return response.json();
}, MAX_AGE);
