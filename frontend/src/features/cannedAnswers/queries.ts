import { useMutation } from '@tanstack/react-query';
import {
  createCannedAnswerMutation,
  listCannedAnswersOptions,
  updateCannedAnswerMutation,
  updateCannedAnswerOrderMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { MAX_PAGE_SIZE } from '@/components/list/list';
import { useInvalidate } from '@/lib/useInvalidate';

/** All prepared answers, at most fifty. */
export const cannedAnswersQuery = () =>
  listCannedAnswersOptions({ query: { page_size: MAX_PAGE_SIZE } });

export const useAddAnswer = () =>
  useMutation({ ...createCannedAnswerMutation(), onSuccess: useInvalidate('queries') });
export const useEditAnswer = () =>
  useMutation({ ...updateCannedAnswerMutation(), onSettled: useInvalidate('queries') });
export const useOrderAnswers = () =>
  useMutation({ ...updateCannedAnswerOrderMutation(), onSettled: useInvalidate('queries') });
