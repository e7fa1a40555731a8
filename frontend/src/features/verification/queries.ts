import { queryOptions } from '@tanstack/react-query';
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
