import { useMutation } from '@tanstack/react-query';
import {
  getCertificateOptions,
  reissueCertificateMutation,
  revokeCertificateMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const certificateQuery = (certificateId: string) =>
  getCertificateOptions({ path: { certificate_id: certificateId } });

export function useRevoke() {
  return useMutation({ ...revokeCertificateMutation(), onSuccess: useInvalidate('certificates') });
}

export function useReissue() {
  return useMutation({ ...reissueCertificateMutation(), onSuccess: useInvalidate('certificates') });
}
