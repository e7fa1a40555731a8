import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listEnrollmentsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import type { CandidateDetail } from '@/api/identity';
import {
  createCandidateErasureMutation,
  createCandidateMutation,
  getCandidateOptions,
  getCandidateQueryKey,
  sendCandidateInvitationMutation,
  updateCandidateMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { listPaymentsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** More than a person has of any of them. */
const ALL = 100;

export const candidateQuery = (profileId: string) =>
  getCandidateOptions({ path: { profile_id: profileId } });

/** The enrollments of a candidate that the reader may see, the newest first. */
export const candidateEnrollmentsQuery = (profileId: string) =>
  listEnrollmentsOptions({ query: { candidate_profile_id: profileId, page_size: ALL } });

/** The payments of a candidate that the reader may see, the newest first. */
export const candidatePaymentsQuery = (profileId: string) =>
  listPaymentsOptions({ query: { payer_profile_id: profileId, page_size: ALL } });

export const useAddCandidate = () =>
  useMutation({ ...createCandidateMutation(), onSuccess: useInvalidate('candidates') });

export const useRemoveCandidate = () =>
  useMutation({
    ...createCandidateErasureMutation(),
    onSuccess: useInvalidate('candidates', 'erasures', 'audit trail'),
  });

/** A change of a candidate, whose answer is the new state. */
function useChange<Error, Variables>(change: MutationOptions<CandidateDetail, Error, Variables>) {
  const client = useQueryClient();
  const refresh = useInvalidate('candidates', 'users', 'audit trail');
  return useMutation({
    ...change,
    onSuccess: (candidate) => {
      client.setQueryData(getCandidateQueryKey({ path: { profile_id: candidate.id } }), candidate);
      return refresh();
    },
  });
}

export const useEditCandidate = () => useChange(updateCandidateMutation());
export const useSendInvitation = () => useChange(sendCandidateInvitationMutation());
