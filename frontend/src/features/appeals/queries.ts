import { useMutation } from '@tanstack/react-query';
import {
  changeResultMutation,
  getAppealOptions,
  upholdResultMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const appealQuery = (appealId: string) =>
  getAppealOptions({ path: { appeal_id: appealId } });

export function useUphold() {
  return useMutation({ ...upholdResultMutation(), onSuccess: useInvalidate('appeals') });
}

export function useChange() {
  return useMutation({
    ...changeResultMutation(),
    onSuccess: useInvalidate('appeals', 'results', 'attendance', 'enrollments'),
  });
}
