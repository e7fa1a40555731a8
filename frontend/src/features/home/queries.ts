import { listBatchesOptions } from '@/api/catalog/@tanstack/react-query.gen';

const SHOWN = 6;

/** The next batches that still have seats. */
export const upcomingBatchesQuery = () =>
  listBatchesOptions({
    query: { phase: 'upcoming', seats_left: true, sort: 'starts_at', page_size: SHOWN },
  });
