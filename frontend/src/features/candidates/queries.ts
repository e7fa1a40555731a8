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

/** More than any person has. */
const ALL_SIZE = 100;

export const candidateQuery = (profileId: string) =>
  getCandidateOptions({ path: { profile_id: profileId } });

/** The candidate's enrollments that the user may see, newest first. */
export const candidateEnrollmentsQuery = (profileId: string) =>
  listEnrollmentsOptions({ query: { candidate_profile_id: profileId, page_size: ALL_SIZE } });

/** The candidate's payments that the user may see, newest first. */
export const candidatePaymentsQuery = (profileId: string) =>
  listPaymentsOptions({ query: { payer_profile_id: profileId, page_size: ALL_SIZE } });

export const useAddCandidate = () =>
  useMutation({ ...createCandidateMutation(), onSuccess: useInvalidate('candidates') });

export const useRemoveCandidate = () =>
  useMutation({
    ...createCandidateErasureMutation(),
    onSuccess: useInvalidate('candidates', 'erasures', 'audit trail'),
  });

/** Mutations of a candidate; the response has the new state. */
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
