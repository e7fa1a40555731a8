import type { FetchQueryOptions } from '@tanstack/react-query';
import type { Any } from '@/lib/any';
import { queryClient } from './queryClient';

/**
 * Prefetches the queries of a page before it renders. It ignores failures: the page retries and
 * shows them.
 */
export const firstQueries = (
  ...queries: FetchQueryOptions<Any, Any, Any, Any>[]
): Promise<unknown> =>
  Promise.all(queries.map((query) => queryClient.prefetchQuery({ ...query, retry: false })));
