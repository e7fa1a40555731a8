import type { FetchQueryOptions } from '@tanstack/react-query';
import { queryClient } from './queryClient';

/**
 * Asks what a page begins with, before it is drawn. A failure is the page's to tell, which asks again.
 */
export const firstQueries = (
  // biome-ignore lint/suspicious/noExplicitAny: each call has its own key and its own errors.
  ...queries: FetchQueryOptions<any, any, any, any>[]
): Promise<unknown> =>
  Promise.all(queries.map((query) => queryClient.prefetchQuery({ ...query, retry: false })));
