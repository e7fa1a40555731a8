import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listManagedBatchesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { acceptEnrollment, type EnrollmentRead } from '@/api/enrollment';
import {
  cancelEnrollmentByOrganizationMutation,
  getEnrollmentCountsOptions,
  getEnrollmentOptions,
  getSeatsOptions,
  rejectEnrollmentMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import type { Tag } from '@/api/tags.gen';
import { hold } from '@/lib/held';
import { announceResolved } from '@/lib/resolved';
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

/** The own batches that have not begun, the nearest first. */
export const upcomingBatchesQuery = (count: number) =>
  listManagedBatchesOptions({
    query: { phase: 'upcoming', status: 'published', page_size: count, sort: 'starts_at' },
  });

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
        announceResolved(id);
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
  return useMutation({
    ...rejectEnrollmentMutation(),
    onSuccess: ({ id }) => announceResolved(id),
    onSettled: useRefreshDesk(),
  });
}

/** Ends an enrollment, with the reason that the candidate reads. */
export function useCancelByOrganization() {
  return useMutation({ ...cancelEnrollmentByOrganizationMutation(), onSettled: useRefreshDesk() });
}
