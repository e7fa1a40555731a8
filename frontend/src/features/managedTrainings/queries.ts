import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrainingRead } from '@/api/catalog';
import {
  archiveTrainingMutation,
  copyTrainingMutation,
  createTrainingAttachmentMutation,
  createTrainingMutation,
  deleteTrainingAttachmentMutation,
  getManagedTrainingOptions,
  getManagedTrainingQueryKey,
  publishTrainingMutation,
  updateTrainingMutation,
  uploadTrainingImageMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** A training of any status, for its editors. */
export const managedTrainingQuery = (trainingId: string) =>
  getManagedTrainingOptions({ path: { training_id: trainingId } });

/** Mutations of a training; the response has the new state. */
function useChange<Error, Variables>(change: MutationOptions<TrainingRead, Error, Variables>) {
  const client = useQueryClient();
  const refresh = useInvalidate('trainings', 'batches');
  return useMutation({
    ...change,
    onSuccess: (training) => {
      client.setQueryData(
        getManagedTrainingQueryKey({ path: { training_id: training.id } }),
        training,
      );
      return refresh();
    },
  });
}

export const useSetPicture = () => useChange(uploadTrainingImageMutation());
export const useAddAttachment = () => useChange(createTrainingAttachmentMutation());
export const useRemoveAttachment = () => useChange(deleteTrainingAttachmentMutation());
export const useCopyTraining = () => useChange(copyTrainingMutation());
export const useAddTraining = () => useChange(createTrainingMutation());
export const useEditTraining = () => useChange(updateTrainingMutation());
export const usePublishTraining = () => useChange(publishTrainingMutation());
export const useArchiveTraining = () => useChange(archiveTrainingMutation());
