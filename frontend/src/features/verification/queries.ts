import { queryOptions } from '@tanstack/react-query';
import {
  getLearnerCertificatesOptions,
  getLinkedCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { verifyCredential, verifyNumber } from './verdict';

/**
 * The verification of a number; always refetched, because the certificate may have been revoked.
 */
export const numberQuery = (number: string) =>
  queryOptions({
    queryKey: ['verification', number],
    queryFn: () => verifyNumber(number),
    staleTime: 0,
  });

/** The verification of a credential that the user provided. */
export const credentialQuery = (credential: string) =>
  queryOptions({
    queryKey: ['verification', credential],
    queryFn: () => verifyCredential(credential),
    staleTime: 0,
  });

/** The certificates of a pass, which is valid for ten minutes. */
export const learnerQuery = (token: string) => ({
  ...getLearnerCertificatesOptions({ path: { token } }),
  // Never refetched, because each view is recorded for the learner.
  staleTime: Number.POSITIVE_INFINITY,
});

export const linkedQuery = (token: string) => getLinkedCertificatesOptions({ path: { token } });
