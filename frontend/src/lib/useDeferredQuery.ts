import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

/** Defers rendering of a query's new data, so that React can interrupt it for user input. */
export function useDeferredQuery<Data, Problem>({
  data,
  error,
  refetch,
}: UseQueryResult<Data, Problem>) {
  const deferred = useDeferredValue(data);
  return { data: deferred, error, refetch, isPending: deferred === undefined && error === null };
}
