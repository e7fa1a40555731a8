import { useMutation } from '@tanstack/react-query';
import {
  createMyLinkMutation,
  listMyCertificatesOptions,
  listMyLinksOptions,
  listMyLooksOptions,
  updateMyCertificateMutation,
  withdrawMyLinkMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

// More than any person has; newest first.
export const ownQuery = () => listMyCertificatesOptions({ query: { page_size: 100 } });
export const linksQuery = () => listMyLinksOptions();
export const looksQuery = (page_size: number) => listMyLooksOptions({ query: { page_size } });

export const useSetPublic = () =>
  useMutation({ ...updateMyCertificateMutation(), onSuccess: useInvalidate('certificates') });

export const useCreateLink = () =>
  useMutation({ ...createMyLinkMutation(), onSuccess: useInvalidate('learners') });

export const useWithdrawLink = () =>
  useMutation({ ...withdrawMyLinkMutation(), onSuccess: useInvalidate('learners') });
