import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { type Kind, type PreviewRequest, previewWording } from '@/api/notifications';
import {
  getWordingOptions,
  sendSampleMailMutation,
  updateWordingMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const wordingQuery = (kind: Kind) => getWordingOptions({ path: { kind } });

/** A rendered preview of a template. */
export const previewQuery = (kind: Kind, body: PreviewRequest) =>
  queryOptions({
    queryKey: ['notice preview', kind, body],
    queryFn: async ({ signal }) => (await previewWording({ path: { kind }, body, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useUpdateWording = () =>
  useMutation({ ...updateWordingMutation(), onSuccess: useInvalidate('wordings') });

export const useSendSample = () => useMutation(sendSampleMailMutation());
