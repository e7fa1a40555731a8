import {
  checkBatchImport,
  checkTrainingImport,
  createBatchImport,
  createTrainingImport,
  getBatchTemplate,
  getTrainingTemplate,
} from '@/api/catalog';
import { ImportPage, type ImportSource } from './ImportPage';

const trainings: ImportSource = {
  noun: 'trainings',
  route: 'trainingImport',
  list: 'manageTrainings',
  template: async (language) =>
    (await getTrainingTemplate({ query: { language }, parseAs: 'blob' })).data as Blob,
  check: async (file) => (await checkTrainingImport({ body: { file } })).data,
  create: async (body) => (await createTrainingImport({ body })).data,
};

const batches: ImportSource = {
  noun: 'batches',
  route: 'batchImport',
  list: 'manageBatches',
  template: async (language) =>
    (await getBatchTemplate({ query: { language }, parseAs: 'blob' })).data as Blob,
  check: async (file) => (await checkBatchImport({ body: { file } })).data,
  create: async (body) => (await createBatchImport({ body })).data,
};

export const TrainingImport = () => <ImportPage source={trainings} />;
export const BatchImport = () => <ImportPage source={batches} />;
