import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Any } from '@/lib/any';
import type { Run } from './BulkRun';

const ASK_MS = 1000;

/** The state of a server job. */
export type JobState = Pick<Run, 'results' | 'total'> & { over: boolean };

/** Polls a server job by its ID, also after a reload if the URL has the ID; idle without one. */
export function useJob<Job>(
  id: string | null,
  query: (id: string) => UseQueryOptions<Any, Any, Job, Any>,
  read: (job: Job) => JobState,
): Run {
  const { data } = useQuery({
    ...query(id ?? ''),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && read(state.data).over ? false : ASK_MS),
  });
  const job = data === undefined ? null : read(data);
  return {
    phase: id === null ? 'asking' : job?.over ? 'over' : 'running',
    results: job?.results ?? new Map(),
    total: job?.total ?? 0,
  };
}
