import i18next from 'i18next';
import type { DefaultValues, FieldPath, UseFormReturn } from 'react-hook-form';
import type { TrainingRead } from '@/api/catalog';
import { zTrainingCreate } from '@/api/catalog/zod.gen';
import { asProblem } from '@/api/problem';
import { z } from '@/lib/forms';

const { objectives_en: _en, objectives_ar: _ar, ...fields } = zTrainingCreate.shape;

const outcome = z.string().check(z.trim(), z.maxLength(600));
const getRequiredText = () => i18next.t('validation.required');

/** An outcome in both languages; empty ones are omitted. */
const objective = z.object({ en: outcome, ar: outcome }).check(
  z.refine(({ en, ar }) => !ar || Boolean(en), { path: ['en'], error: getRequiredText }),
  z.refine(({ en, ar }) => !en || Boolean(ar), { path: ['ar'], error: getRequiredText }),
);

/** A training as typed: outcomes are points with both languages. */
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

/** The initial values of a new training. */
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

/** Converts a training to form values. */
export function toFormValues(training: TrainingRead): TrainingInput {
  const { objectives_en, objectives_ar, category } = training;
  const points = Math.max(objectives_en.length, objectives_ar.length, 1);
  const objectives = Array.from({ length: points }, (_, point) => ({
    en: objectives_en[point] ?? '',
    ar: objectives_ar[point] ?? '',
  }));
  const all = { ...training, category_id: category.id, objectives };
  return Object.fromEntries(trainingFields.map((name) => [name, all[name]])) as TrainingInput;
}

/** Converts the form's values to the request body. */
export function toRequestBody({ objectives, ...body }: TrainingOutput) {
  const said = objectives.filter(({ en }) => en);
  return {
    ...body,
    objectives_en: said.map(({ en }) => en),
    objectives_ar: said.map(({ ar }) => ar),
  };
}

/** URL parameter with the missing fields of a refused publication; the first is focused. */
export const MISSING_FIELDS = 'lacking';

/** Returns the label of an API field. */
export const getFieldLabel = (field: string): string => i18next.t(`offers.fields.${field}`);

// Outcomes are entered in both languages together.
const getFieldPath = (field: string) =>
  field.replace(/^objectives_(en|ar)$/, 'objectives.0.$1') as FieldPath<TrainingInput>;

/** Shows the missing fields above the form and at each field; focuses the first. */
export function showMissingFields(
  form: UseFormReturn<TrainingInput, unknown, TrainingOutput>,
  fields: readonly string[],
): void {
  const labels = fields.map(getFieldLabel).join(i18next.t('table.list_separator'));
  const message = i18next.t('offers.lacking_fields', { fields: labels });
  form.setError('root.server', { type: 'server', message });
  for (const [index, field] of fields.entries()) {
    const problem = { type: 'required', message: i18next.t('validation.required') };
    form.setError(getFieldPath(field), problem, { shouldFocus: index === 0 });
  }
}

/** Shows the refusal of an incomplete training; returns whether the error was one. */
export function showIncomplete(
  form: UseFormReturn<TrainingInput, unknown, TrainingOutput>,
  error: unknown,
): boolean {
  const problem = asProblem(error);
  if (problem?.code !== 'training.incomplete') return false;
  showMissingFields(
    form,
    problem.fields.map(({ field }) => field),
  );
  return true;
}
