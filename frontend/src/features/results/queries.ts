import { useMutation } from '@tanstack/react-query';
import {
  createAssessmentMutation,
  deleteAssessmentMutation,
  finishBatchMutation,
  getResultSheetOptions,
  updateAssessmentMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const sheetQuery = (batchId: string) =>
  getResultSheetOptions({ path: { batch_id: batchId } });

export function useAddAssessment() {
  return useMutation({ ...createAssessmentMutation(), onSuccess: useInvalidate('results') });
}

export function useEditAssessment() {
  return useMutation({ ...updateAssessmentMutation(), onSuccess: useInvalidate('results') });
}

export function useDeleteAssessment() {
  return useMutation({ ...deleteAssessmentMutation(), onSuccess: useInvalidate('results') });
}

export function useFinishBatch() {
  return useMutation({
    ...finishBatchMutation(),
    onSuccess: useInvalidate('results', 'attendance', 'enrollments'),
  });
}
