import { useMutation } from '@tanstack/react-query';
import { getBatchOptions } from '@/api/catalog/@tanstack/react-query.gen';
import {
  cancelEnrollmentMutation,
  createEnrollmentMutation,
  getEligibilityOptions,
  listMySessionLinksOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** The batch's public data: place, language and sessions. */
export const batchQuery = (batchId: string) => getBatchOptions({ path: { batch_id: batchId } });

/** The links of the batch's online sessions. */
export const sessionLinksQuery = (enrollmentId: string) =>
  listMySessionLinksOptions({ path: { enrollment_id: enrollmentId } });

/** The user's eligibility. Seats change quickly, so it is always refetched. */
export const eligibilityQuery = (batchId: string) => ({
  ...getEligibilityOptions({ query: { batch_id: batchId } }),
  staleTime: 0,
  refetchInterval: 20_000,
});

/** Invalidates everything that a change of the user's enrollments affects. */
const useRefreshOwn = () => useInvalidate('enrollments', 'batches', 'charges');

/**
 * Enrolls the user. It also invalidates after a refusal, because the refusal shows that the data is
 * stale.
 */
export function useEnroll() {
  const refresh = useRefreshOwn();
  return useMutation({ ...createEnrollmentMutation(), onSettled: () => void refresh() });
}

/** Cancels the user's enrollment. */
export function useCancel() {
  return useMutation({ ...cancelEnrollmentMutation(), onSettled: useRefreshOwn() });
}
