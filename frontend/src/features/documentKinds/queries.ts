import { useMutation } from '@tanstack/react-query';
import {
  createDocumentKindMutation,
  updateDocumentKindMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const useAddKind = () =>
  useMutation({ ...createDocumentKindMutation(), onSuccess: useInvalidate('documents') });

export const useEditKind = () =>
  useMutation({ ...updateDocumentKindMutation(), onSuccess: useInvalidate('documents') });
