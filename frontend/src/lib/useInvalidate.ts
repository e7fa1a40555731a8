import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Tag } from '@/api/runtime/tags.gen';

/** Invalidates all queries with these tags; active ones refetch. */
export const invalidate = (client: QueryClient, tags: readonly Tag[]) =>
  Promise.all(tags.map((tag) => client.invalidateQueries({ queryKey: [{ tags: [tag] }] })));

/**
 * Returns a callback that invalidates the queries of these tags: `onSuccess:
 * useInvalidate('charges', 'payments')`.
 */
export function useInvalidate(...tags: Tag[]): () => Promise<unknown> {
  const client = useQueryClient();
  const joined = tags.join();
  // The tag array is new in each render, so compare its content.
  return useCallback(() => invalidate(client, joined.split(',') as Tag[]), [client, joined]);
}
