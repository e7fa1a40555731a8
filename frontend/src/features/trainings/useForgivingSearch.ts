import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Any } from '@/lib/any';
import { spellingQuery } from './queries';

interface Found<Row> {
  data: Row[];
  meta: { page: number; page_size: number; total: number };
}

/**
 * Searches, and without results repeats the search with corrected spelling, returned as `meant`.
 */
export function useForgivingSearch<Query extends { search?: string | null }, Row>(
  query: Query,
  list: (query: Query) => UseQueryOptions<Any, Any, Found<Row>, Any>,
) {
  const typed = useQuery(list(query));
  const search = query.search ?? '';
  const isNothing = search !== '' && typed.data?.meta.total === 0 && !typed.isPlaceholderData;
  const spelling = useQuery({ ...spellingQuery(search), enabled: isNothing });
  const meant = isNothing ? (spelling.data?.search ?? null) : null;
  const forgiven = useQuery({ ...list({ ...query, search: meant }), enabled: meant !== null });
  if (isNothing && spelling.isFetching) return { ...typed, data: undefined, meant };
  return { ...(meant === null ? typed : forgiven), meant };
}
