import { useMutation } from '@tanstack/react-query';
import {
  approveCertificatesMutation,
  getCertificateOptions,
  getCertificatePolicyOptions,
  reissueCertificateMutation,
  rejectCertificatesMutation,
  revokeCertificateMutation,
  updateCertificatePolicyMutation,
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

export const policyQuery = getCertificatePolicyOptions;

export function useUpdatePolicy() {
  return useMutation({
    ...updateCertificatePolicyMutation(),
    onSuccess: useInvalidate('certificates'),
  });
}

export function useApproveRequests() {
  return useMutation({
    ...approveCertificatesMutation(),
    onSuccess: useInvalidate('certificates'),
  });
}

export function useRejectRequests() {
  return useMutation({ ...rejectCertificatesMutation(), onSuccess: useInvalidate('certificates') });
}
