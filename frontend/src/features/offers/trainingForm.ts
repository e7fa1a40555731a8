import i18next from 'i18next';
import type { DefaultValues } from 'react-hook-form';
import type { TrainingRead } from '@/api/catalog';
import { zTrainingCreate } from '@/api/catalog/zod.gen';
import { z } from '@/lib/forms';

const { objectives_en: _en, objectives_ar: _ar, ...fields } = zTrainingCreate.shape;

const outcome = z.string().check(z.trim(), z.maxLength(600));
const error = () => i18next.t('validation.required');

/** An outcome in both languages; one that says nothing is left out. */
const objective = z.object({ en: outcome, ar: outcome }).check(
  z.refine(({ en, ar }) => !ar || Boolean(en), { path: ['en'], error }),
  z.refine(({ en, ar }) => !en || Boolean(ar), { path: ['ar'], error }),
);

/** A training as it is typed: what is learned stands point by point, in both languages at once. */
export const trainingSchema = z.object({
  ...fields,
  objectives: z.array(objective).check(z.maxLength(12)),
});

export type TrainingInput = z.input<typeof trainingSchema>;
export type TrainingOutput = z.output<typeof trainingSchema>;
export type TrainingField = keyof TrainingInput;

/** In the order of the form. */
export const trainingFields = [
  'title_en',
  'title_ar',
  'summary_en',
  'summary_ar',
  'code',
  'category_id',
  'level',
  'language',
  'duration_hours',
  'standard_code',
  'description_en',
  'description_ar',
  'objectives',
  'audience_en',
  'audience_ar',
  'prerequisites_en',
  'prerequisites_ar',
  'min_attendance_percent',
  'min_score_percent',
  'certificate_valid_months',
  'default_price_minor',
] as const satisfies readonly TrainingField[];

export const emptyObjective = { en: '', ar: '' };

/** What the form begins with where nothing is entered yet. */
export const emptyTraining: DefaultValues<TrainingInput> = {
  title_en: '',
  title_ar: '',
  summary_en: '',
  summary_ar: '',
  code: '',
  language: 'ar',
  standard_code: '',
  description_en: '',
  description_ar: '',
  objectives: [emptyObjective],
  audience_en: '',
  audience_ar: '',
  prerequisites_en: '',
  prerequisites_ar: '',
  min_attendance_percent: null,
  min_score_percent: null,
  certificate_valid_months: null,
  default_price_minor: null,
};

/** A training's fields as the form has them. */
export function valuesOf(training: TrainingRead): TrainingInput {
  const { objectives_en, objectives_ar, category } = training;
  const points = Math.max(objectives_en.length, objectives_ar.length, 1);
  const objectives = Array.from({ length: points }, (_, point) => ({
    en: objectives_en[point] ?? '',
    ar: objectives_ar[point] ?? '',
  }));
  const all = { ...training, category_id: category.id, objectives };
  return Object.fromEntries(trainingFields.map((name) => [name, all[name]])) as TrainingInput;
}

/** What the API is sent of the form. */
export function bodyOf({ objectives, ...body }: TrainingOutput) {
  const said = objectives.filter(({ en }) => en);
  return {
    ...body,
    objectives_en: said.map(({ en }) => en),
    objectives_ar: said.map(({ ar }) => ar),
  };
}
