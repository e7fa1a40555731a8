import { queryOptions } from '@tanstack/react-query';
import {
  getLearnerCertificatesOptions,
  getLinkedCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { verifyCredential, verifyNumber } from './verdict';

/** Of one certificate; asked anew each time, since it may have been revoked a moment ago. */
export const numberQuery = (number: string) =>
  queryOptions({
    queryKey: ['verification', number],
    queryFn: () => verifyNumber(number),
    staleTime: 0,
  });

/** Of a credential that the reader has brought along. */
export const credentialQuery = (credential: string) =>
  queryOptions({
    queryKey: ['verification', credential],
    queryFn: () => verifyCredential(credential),
    staleTime: 0,
  });

/** What a pass shows; it is good for ten minutes. */
export const learnerQuery = (token: string) => ({
  ...getLearnerCertificatesOptions({ path: { token } }),
  // Each look is written down for the learner: once is enough.
  staleTime: Number.POSITIVE_INFINITY,
});

export const linkedQuery = (token: string) => getLinkedCertificatesOptions({ path: { token } });
