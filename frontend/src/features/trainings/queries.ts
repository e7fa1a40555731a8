import { keepPreviousData } from '@tanstack/react-query';
import type {
  ListBatchesData,
  ListBatchFacetsData,
  ListTrainingFacetsData,
  ListTrainingsData,
} from '@/api/catalog';
import {
  getBatchOptions,
  getProviderOptions,
  getSpellingOptions,
  getTrainingOptions,
  listBatchesOptions,
  listBatchFacetsOptions,
  listTrainingFacetsOptions,
  listTrainingsOptions,
} from '@/api/catalog/@tanstack/react-query.gen';

/** A page of public trainings; keeps the previous page while loading. */
export const trainingsQuery = (query: ListTrainingsData['query']) => ({
  ...listTrainingsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** The public data of an organization. */
export const organizationQuery = (organizationId: string) =>
  getProviderOptions({ path: { organization_id: organizationId } });

/** A page of the public batches. */
export const batchesQuery = (query: ListBatchesData['query']) => ({
  ...listBatchesOptions({ query }),
  placeholderData: keepPreviousData,
});

/** Maximum number of compared batches. */
export const MAX_COMPARED = 3;

/** The given batches that are not over; keeps previous data when one is removed. */
export const savedBatchesQuery = (ids: readonly string[]) =>
  batchesQuery({ id: [...ids], page_size: 50 });

/** The number of trainings by filter value; keeps the previous counts while loading. */
export const trainingFacetsQuery = (query: ListTrainingFacetsData['query']) => ({
  ...listTrainingFacetsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** The number of batches by filter value. */
export const batchFacetsQuery = (query: ListBatchFacetsData['query']) => ({
  ...listBatchFacetsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** A spelling suggestion for a search without results. */
export const spellingQuery = (search: string) => getSpellingOptions({ query: { search } });

/** A batch; refetched regularly, because seats change. */
export const batchQuery = (batchId: string) => ({
  ...getBatchOptions({ path: { batch_id: batchId } }),
  refetchInterval: 30_000,
});

/** A training. */
export const trainingQuery = (trainingId: string) =>
  getTrainingOptions({ path: { training_id: trainingId } });
