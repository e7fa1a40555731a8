import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createSavedBatches, deleteSavedBatch, listSavedBatches } from '@/api/catalog';
import { listSavedBatchesQueryKey } from '@/api/catalog/@tanstack/react-query.gen';
import type { Started } from '@/components/feedback/FailureBeside';
import { useSession } from '@/lib/session';
import { readLocalBatches, useLocalSaved, writeLocalBatches } from './localSaved';

/** The candidate's saved batches; those saved in the browser before sign-in are added first. */
const savedQuery = () => ({
  queryKey: listSavedBatchesQueryKey(),
  queryFn: async () => {
    const kept = readLocalBatches();
    if (kept.length === 0) return (await listSavedBatches()).data;
    const body = { batch_ids: [...kept] };
    const { data } = await createSavedBatches({ body });
    writeLocalBatches([]);
    return data;
  },
});

interface Change {
  batchId: string;
  isSaved: boolean;
}

interface Saved {
  /** Newest first; undefined while loading. */
  ids: readonly string[] | undefined;
  /** True if the user can save batches: a visitor or a candidate. */
  mayOwn: boolean;
  /** Saves a batch, or removes it. */
  toggle: (batchId: string) => void;
  /** The mutation of a candidate's saved batches. */
  change: Started<Change>;
}

/** The saved batches: a candidate's on the server, a visitor's in the browser. */
export function useSaved(): Saved {
  const { user, profile } = useSession();
  const local = useLocalSaved();
  const isCandidate = profile?.type === 'candidate';
  const known = useQuery({ ...savedQuery(), enabled: isCandidate });
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Change): Promise<unknown> =>
      next.isSaved
        ? createSavedBatches({ body: { batch_ids: [next.batchId] } })
        : deleteSavedBatch({ path: { batch_id: next.batchId } }),
    // Update optimistically; refetch after a refusal.
    onMutate: async ({ batchId, isSaved }) => {
      const queryKey = listSavedBatchesQueryKey();
      // Cancel a running fetch, which would revert the change.
      await client.cancelQueries({ queryKey });
      client.setQueryData<{ batch_ids: string[] }>(queryKey, (before) => ({
        batch_ids: toggleId(before?.batch_ids ?? [], batchId, isSaved),
      }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: listSavedBatchesQueryKey() }),
  });

  const ids = isCandidate ? known.data?.batch_ids : local;
  const toggle = (batchId: string) => {
    const isSaved = !ids?.includes(batchId);
    if (isCandidate) change.mutate({ batchId, isSaved });
    else writeLocalBatches(toggleId(local, batchId, isSaved));
  };
  return { ids, mayOwn: !user || isCandidate, toggle, change };
}

function toggleId(ids: readonly string[], id: string, isSaved: boolean): string[] {
  const others = ids.filter((each) => each !== id);
  return isSaved ? [id, ...others] : others;
}
