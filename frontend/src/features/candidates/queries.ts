import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listEnrollmentsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import type { CandidateDetail } from '@/api/identity';
import {
  createCandidateMutation,
  getCandidateOptions,
  getCandidateQueryKey,
  updateCandidateMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { listPaymentsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** More than a person has of any of them. */
const ALL = 100;

export const candidateQuery = (profileId: string) =>
  getCandidateOptions({ path: { profile_id: profileId } });

/** The enrollments of a candidate that the reader may see, the newest first. */
export const enrollmentsOf = (profileId: string) =>
  listEnrollmentsOptions({ query: { candidate_profile_id: profileId, page_size: ALL } });

/** The payments of a candidate that the reader may see, the newest first. */
export const paymentsOf = (profileId: string) =>
  listPaymentsOptions({ query: { payer_profile_id: profileId, page_size: ALL } });

export const useAddCandidate = () =>
  useMutation({ ...createCandidateMutation(), onSuccess: useInvalidate('candidates') });

/** Changes a candidate; the answer is the new state. */
export function useEditCandidate() {
  const client = useQueryClient();
  const refresh = useInvalidate('candidates', 'users', 'audit trail');
  return useMutation({
    ...updateCandidateMutation(),
    onSuccess: (candidate: CandidateDetail) => {
      client.setQueryData(getCandidateQueryKey({ path: { profile_id: candidate.id } }), candidate);
      return refresh();
    },
  });
}
