import type { FetchQueryOptions } from '@tanstack/react-query';
import type { Any } from '@/lib/any';
import { queryClient } from './queryClient';

/**
 * Asks what a page begins with, before it is drawn. A failure is the page's to tell, which asks again.
 */
export const firstQueries = (
  ...queries: FetchQueryOptions<Any, Any, Any, Any>[]
): Promise<unknown> =>
  Promise.all(queries.map((query) => queryClient.prefetchQuery({ ...query, retry: false })));
