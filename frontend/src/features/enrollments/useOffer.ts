import { useQuery } from '@tanstack/react-query';
import type { BatchRead } from '@/api/catalog';
import type { EligibilityRead } from '@/api/enrollment';
import { isNotFound, PageError } from '@/lib/fault';
import { batchQuery, eligibilityQuery } from './queries';

/** The batch to enroll in. */
export interface EnrollOffer {
  batch: BatchRead;
  eligibility: EligibilityRead;
}

/** Loads the batch and the user's eligibility; throws to the error screen for an unknown batch. */
export function useOffer(batchId: string) {
  const batch = useQuery(batchQuery(batchId));
  const eligibility = useQuery(eligibilityQuery(batchId));
  if (isNotFound(batch.error)) throw new PageError(404, 'batch_page.not_found');
  const offer: EnrollOffer | undefined = batch.data &&
    eligibility.data && { batch: batch.data, eligibility: eligibility.data };
  return {
    batch: batch.data,
    offer,
    error: batch.error ?? (eligibility.data ? null : eligibility.error),
    retry: () => void Promise.all([batch.refetch(), eligibility.refetch()]),
  };
}
