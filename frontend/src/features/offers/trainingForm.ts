import type { DefaultValues } from 'react-hook-form';
import type { TrainingRead } from '@/api/catalog';
import { zTrainingCreate } from '@/api/catalog/zod.gen';
import { z } from '@/lib/forms';

const { objectives_en, objectives_ar, ...fields } = zTrainingCreate.shape;

/** A training as it is typed: what is learned stands point by point, in both languages at once. */
export const trainingSchema = z.object({
  ...fields,
  objectives: z
    .array(z.object({ en: objectives_en._zod.def.element, ar: objectives_ar._zod.def.element }))
    .check(z.minLength(1), z.maxLength(12)),
});

export type TrainingInput = z.input<typeof trainingSchema>;
export type TrainingOutput = z.output<typeof trainingSchema>;

export const emptyObjective = { en: '', ar: '' };

/** What the form begins with where nothing is entered yet. */
export const emptyTraining: DefaultValues<TrainingInput> = {
  code: '',
  title_en: '',
  title_ar: '',
  summary_en: '',
  summary_ar: '',
  description_en: '',
  description_ar: '',
  objectives: [emptyObjective],
  audience_en: '',
  audience_ar: '',
  prerequisites_en: '',
  prerequisites_ar: '',
  certificate_valid_months: null,
};

/** A training's fields as the form has them. */
export function valuesOf(training: TrainingRead): TrainingInput {
  const { objectives_en, objectives_ar, category } = training;
  const points = Math.max(objectives_en.length, objectives_ar.length);
  return {
    ...training,
    category_id: category.id,
    objectives: Array.from({ length: points }, (_, point) => ({
      en: objectives_en[point] ?? '',
      ar: objectives_ar[point] ?? '',
    })),
  };
}

/** What the API is sent of the form. */
export const bodyOf = ({ objectives, ...body }: TrainingOutput) => ({
  ...body,
  objectives_en: objectives.map(({ en }) => en),
  objectives_ar: objectives.map(({ ar }) => ar),
});
