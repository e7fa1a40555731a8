import { keepPreviousData } from '@tanstack/react-query';
import type { ListBatchesData, ListTrainingsData } from '@/api/catalog';
import {
  getBatchOptions,
  getTrainingOptions,
  listBatchesOptions,
  listTrainingsOptions,
} from '@/api/catalog/@tanstack/react-query.gen';

/** A page of the public trainings; the page before it stays while the next one loads. */
export const trainingsQuery = (query: ListTrainingsData['query']) => ({
  ...listTrainingsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** A page of the public batches. */
export const batchesQuery = (query: ListBatchesData['query']) => ({
  ...listBatchesOptions({ query }),
  placeholderData: keepPreviousData,
});

/** One batch. Seats go while people look at it, so it is asked for again. */
export const batchQuery = (batchId: string) => ({
  ...getBatchOptions({ path: { batch_id: batchId } }),
  refetchInterval: 30_000,
});

/** What is taught in a training. */
export const trainingQuery = (trainingId: string) =>
  getTrainingOptions({ path: { training_id: trainingId } });
