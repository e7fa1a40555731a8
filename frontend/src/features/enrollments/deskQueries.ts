import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getManagedBatchOptions,
  listManagedBatchesOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import type { ListEnrollmentsData } from '@/api/enrollment';
import {
  acceptEnrollmentMutation,
  listEnrollmentRequestsOptions,
  listEnrollmentsOptions,
  readEnrollmentOptions,
  readSeatsOptions,
  rejectEnrollmentMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { type Preset, presets } from './presets';

/** A page of one of the dashboard's lists. */
export const deskEnrollmentsQuery = (preset: Preset, query: ListEnrollmentsData['query']) => {
  const { status } = presets[preset];
  return preset === 'requests'
    ? { ...listEnrollmentRequestsOptions({ query }), placeholderData: keepPreviousData }
    : {
        ...listEnrollmentsOptions({ query: status ? { ...query, status: [status] } : query }),
        placeholderData: keepPreviousData,
      };
};

export const enrollmentQuery = (enrollmentId: string) =>
  readEnrollmentOptions({ path: { enrollment_id: enrollmentId } });

/** How full a batch is, at this moment. */
export const seatsQuery = (batchId: string) => ({
  ...readSeatsOptions({ path: { batch_id: batchId } }),
  staleTime: 0,
});

/** The own batches that fit what was typed, to choose one of them. */
export const ownBatchesQuery = (search: string) => ({
  ...listManagedBatchesOptions({
    query: { search: search || undefined, page_size: 20, sort: '-starts_at' },
  }),
  placeholderData: keepPreviousData,
});

export const ownBatchQuery = (batchId: string) =>
  getManagedBatchOptions({ path: { batch_id: batchId } });

const TOUCHED = ['listEnrollments', 'listEnrollmentRequests', 'readEnrollment', 'readSeats'];

function useRefreshDesk() {
  const client = useQueryClient();
  // After a refusal too: somebody else may have decided meanwhile.
  return () =>
    Promise.all(TOUCHED.map((id) => client.invalidateQueries({ queryKey: [{ _id: id }] })));
}

/** Gives a request its seat. */
export function useAccept() {
  return useMutation({ ...acceptEnrollmentMutation(), onSettled: useRefreshDesk() });
}

/** Refuses a request, with the reason that the candidate is told. */
export function useReject() {
  return useMutation({ ...rejectEnrollmentMutation(), onSettled: useRefreshDesk() });
}
