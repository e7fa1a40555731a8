import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getManagedBatchOptions,
  listManagedBatchesOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import { acceptEnrollment, type EnrollmentRead } from '@/api/enrollment';
import {
  getEnrollmentCountsOptions,
  getEnrollmentOptions,
  getSeatsOptions,
  rejectEnrollmentMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import type { Tag } from '@/api/tags.gen';
import { hold } from '@/lib/held';
import { prepareKeepalive } from '@/lib/session';
import { invalidate, useInvalidate } from '@/lib/useInvalidate';

const REFRESH_MS = 60_000;

export const enrollmentQuery = (enrollmentId: string) =>
  getEnrollmentOptions({ path: { enrollment_id: enrollmentId } });

/** How many of the reader's enrollments are in each state. */
export const enrollmentCountsQuery = () => ({
  ...getEnrollmentCountsOptions(),
  refetchInterval: REFRESH_MS,
});

/** How full a batch is, at this moment. */
export const seatsQuery = (batchId: string) => ({
  ...getSeatsOptions({ path: { batch_id: batchId } }),
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

const DECIDED: Tag[] = ['enrollments', 'seats'];

/** Asks anew for what a decision changes; after a refusal too: somebody else may have decided. */
export const useRefreshDesk = () => useInvalidate(...DECIDED);

/** Gives a request its seat, after the time in which that can be taken back; then it tells how it went. */
export function useAccept(onOver: (problem: unknown) => void) {
  const client = useQueryClient();
  return ({ id }: EnrollmentRead) => {
    void prepareKeepalive();
    hold(id, async () => {
      try {
        await acceptEnrollment({ path: { enrollment_id: id }, keepalive: true });
        onOver(null);
      } catch (problem) {
        onOver(problem);
      }
      await invalidate(client, DECIDED);
    });
  };
}

/** Refuses a request, with the reason that the candidate is told. */
export function useReject() {
  return useMutation({ ...rejectEnrollmentMutation(), onSettled: useRefreshDesk() });
}
