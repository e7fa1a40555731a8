import { keepPreviousData, useMutation } from '@tanstack/react-query';
import {
  getManagedBatchOptions,
  listManagedBatchesOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import {
  type ListEnrollmentsData,
  listEnrollmentRequests,
  listEnrollments,
} from '@/api/enrollment';
import {
  acceptEnrollmentMutation,
  listEnrollmentRequestsOptions,
  listEnrollmentsOptions,
  readEnrollmentOptions,
  readSeatsOptions,
  rejectEnrollmentMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';
import { type Preset, presets } from './presets';

type Query = NonNullable<ListEnrollmentsData['query']>;

function ofPreset(preset: Preset, query: Query): Query {
  const { status } = presets[preset];
  return status ? { ...query, status: [status] } : query;
}

/** A page of one of the dashboard's lists. */
export const deskEnrollmentsQuery = (preset: Preset, query: Query) => ({
  ...(preset === 'requests'
    ? listEnrollmentRequestsOptions({ query })
    : listEnrollmentsOptions({ query: ofPreset(preset, query) })),
  placeholderData: keepPreviousData,
});

/** The same page by itself, for an export. */
export const fetchDeskEnrollments = async (preset: Preset, query: Query) =>
  preset === 'requests'
    ? (await listEnrollmentRequests({ query })).data
    : (await listEnrollments({ query: ofPreset(preset, query) })).data;

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

/** The own batches that have not begun, the nearest first. */
export const upcomingBatchesQuery = (count: number) =>
  listManagedBatchesOptions({
    query: { phase: 'upcoming', status: 'published', page_size: count, sort: 'starts_at' },
  });

export const ownBatchQuery = (batchId: string) =>
  getManagedBatchOptions({ path: { batch_id: batchId } });

/** Asks anew for what a decision changes; after a refusal too: somebody else may have decided. */
export const useRefreshDesk = () => useInvalidate('enrollments', 'seats');

/** Gives a request its seat. */
export function useAccept() {
  return useMutation({ ...acceptEnrollmentMutation(), onSettled: useRefreshDesk() });
}

/** Refuses a request, with the reason that the candidate is told. */
export function useReject() {
  return useMutation({ ...rejectEnrollmentMutation(), onSettled: useRefreshDesk() });
}
