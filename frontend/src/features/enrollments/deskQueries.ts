import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listManagedBatchesOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { acceptEnrollment, type EnrollmentRead } from '@/api/enrollment';
import {
  cancelEnrollmentByOrganizationMutation,
  getEnrollmentCountsOptions,
  getEnrollmentOptions,
  getSeatsOptions,
  rejectEnrollmentMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import type { Tag } from '@/api/runtime/tags.gen';
import { emitResolved } from '@/lib/resolved';
import { useInvalidate } from '@/lib/useInvalidate';
import { useUndoable } from '@/lib/useUndoable';
import { useRefusalText } from './useRefusalText';

const REFRESH_MS = 60_000;

export const enrollmentQuery = (enrollmentId: string) =>
  getEnrollmentOptions({ path: { enrollment_id: enrollmentId } });

/** The counts of visible enrollments by status. */
export const enrollmentCountsQuery = () => ({
  ...getEnrollmentCountsOptions(),
  refetchInterval: REFRESH_MS,
});

/** The current occupancy of a batch. */
export const seatsQuery = (batchId: string) => ({
  ...getSeatsOptions({ path: { batch_id: batchId } }),
  staleTime: 0,
});

/** The user's batches that have not started, earliest first. */
export const upcomingBatchesQuery = (count: number) =>
  listManagedBatchesOptions({
    query: { phase: 'upcoming', status: 'published', page_size: count, sort: 'starts_at' },
  });

const DECIDED: Tag[] = ['enrollments', 'seats'];

/**
 * Invalidates the data that a decision changes. Call it after a refusal too, because another user
 * may have decided.
 */
export const useRefreshDesk = () => useInvalidate(...DECIDED);

/** Accepts a request when the time to undo it is over. */
export function useUndoableAccept({ id }: EnrollmentRead, name: string) {
  const { t } = useTranslation();
  const textOf = useRefusalText();
  const { start, undo } = useUndoable(...DECIDED);
  const accept = () =>
    start({
      id,
      run: async () => {
        await acceptEnrollment({ path: { enrollment_id: id }, keepalive: true });
        emitResolved(id);
      },
      pending: t('enrollments.accepting_toast', { name }),
      done: t('enrollments.accepted', { name }),
      failed: t('enrollments.not_accepted', { name }),
      textOf,
    });
  return { accept, undo: () => undo(id) };
}

/** Rejects a request with a reason for the candidate. */
export function useReject() {
  return useMutation({
    ...rejectEnrollmentMutation(),
    onSuccess: ({ id }) => emitResolved(id),
    onSettled: useRefreshDesk(),
  });
}

/** Ends an enrollment with a reason, which the candidate receives. */
export function useCancelByOrganization() {
  return useMutation({ ...cancelEnrollmentByOrganizationMutation(), onSettled: useRefreshDesk() });
}
