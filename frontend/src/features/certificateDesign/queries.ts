import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import {
  createDesignPicture,
  type PictureKind,
  type PreviewCreate,
  previewCertificateDesign,
} from '@/api/enrollment';
import {
  getCertificateDesignOptions,
  publishCertificateDesignMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const designQuery = () => getCertificateDesignOptions();

export function usePublishDesign() {
  return useMutation({
    ...publishCertificateDesignMutation(),
    onSuccess: useInvalidate('papers'),
  });
}

/** A rendered preview of the form's values; keeps the previous one while loading. */
export const previewQuery = (body: PreviewCreate) =>
  queryOptions({
    queryKey: ['certificate-preview', body],
    queryFn: async ({ signal }) =>
      (await previewCertificateDesign({ body, parseAs: 'blob', signal })).data as unknown as Blob,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const useUploadPicture = (kind: PictureKind) =>
  useMutation({
    mutationFn: async (file: File) =>
      (await createDesignPicture({ body: { file }, query: { kind } })).data?.name ?? null,
  });
