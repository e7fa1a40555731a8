import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

/**
 * A query whose answer is drawn in portions, between which the browser answers the reader: a query by
 * itself has all that its answer changes drawn at once.
 */
export function useDrawn<Data, Problem>({ data, error, refetch }: UseQueryResult<Data, Problem>) {
  const drawn = useDeferredValue(data);
  return { data: drawn, error, refetch, isPending: drawn === undefined && error === null };
}
