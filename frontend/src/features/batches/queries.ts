import {
  type MutationOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type ClashCheck, checkBatchClashes, type ManagedBatch } from '@/api/catalog';
import {
  cancelBatchMutation,
  createBatchMutation,
  getManagedBatchOptions,
  getManagedBatchQueryKey,
  getManagedTrainingOptions,
  listManagedTrainingsOptions,
  listTrainersOptions,
  planBatchSessionsMutation,
  publishBatchMutation,
  updateBatchMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { checkPeopleClashes } from '@/api/enrollment';
import { getBatchEnrollmentsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import type { RecordChange } from '@/api/identity';
import { listBatchChangesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const batchQuery = (batchId: string) =>
  getManagedBatchOptions({ path: { batch_id: batchId } });

export const trainingQuery = (trainingId: string) =>
  getManagedTrainingOptions({ path: { training_id: trainingId } });

/** Searches trainings for a new batch. */
export const trainingsQuery = (search: string) =>
  listManagedTrainingsOptions({ query: { search: search || undefined } });

/** Searches trainers. */
export const trainersQuery = (search: string) =>
  listTrainersOptions({ query: { search: search || undefined } });

/** The people and payments of a batch. */
export const batchEnrollmentsQuery = (batchId: string) =>
  getBatchEnrollmentsOptions({ path: { batch_id: batchId } });

const SOON_MS = 30_000;

/** The audit trail of a batch; its entries appear a moment after the change. */
export const batchChangesQuery = ({ id, updated_at }: ManagedBatch) => ({
  ...listBatchChangesOptions({ path: { batch_id: id } }),
  refetchInterval: ({ state }: { state: { data?: RecordChange[] } }) => {
    const since = Date.parse(updated_at);
    const isThere = state.data?.some(({ recorded_at }) => Date.parse(recorded_at) >= since);
    return isThere || Date.now() - since > SOON_MS ? false : 2_000;
  },
});

/** Sessions of other batches at the same time, with the same trainer or in the same place. */
export const clashesQuery = (body: ClashCheck) =>
  queryOptions({
    queryKey: ['batch-clashes', body],
    queryFn: async ({ signal }) => (await checkBatchClashes({ body, signal })).data.clashes,
    staleTime: 0,
  });

/** The number of the batch's people with another session at these times. */
export const peopleClashesQuery = (batchId: string, sessions: ClashCheck['sessions']) => {
  const body = { sessions: sessions.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })) };
  return queryOptions({
    queryKey: ['people-clashes', batchId, body],
    queryFn: async ({ signal }) =>
      (await checkPeopleClashes({ path: { batch_id: batchId }, body, signal })).data.people,
    staleTime: 0,
  });
};

/** Mutations of a batch; the response has the new state. */
function useChange<Error, Variables>(change: MutationOptions<ManagedBatch, Error, Variables>) {
  const client = useQueryClient();
  const refresh = useInvalidate('batches', 'trainings', 'enrollments', 'seats');
  return useMutation({
    ...change,
    onSuccess: (batch) => {
      client.setQueryData(getManagedBatchQueryKey({ path: { batch_id: batch.id } }), batch);
      return refresh();
    },
  });
}

export const useCreateBatch = () => useChange(createBatchMutation());
export const useUpdateBatch = () => useChange(updateBatchMutation());
export const usePublishBatch = () => useChange(publishBatchMutation());
export const useCancelBatch = () => useChange(cancelBatchMutation());
export const usePlanSessions = () => useMutation(planBatchSessionsMutation());
