import i18next from 'i18next';
import type { LearnerNamed } from '@/api/identity';
import { z } from '@/lib/forms';

/** Identifies a person exactly: a number and a second fact. */
export const learnerForm = z
  .object({
    kind: z.enum(['civil', 'passport']),
    civil_number: z.string().check(z.trim()),
    passport_number: z.string().check(z.trim()),
    passport_country: z.nullable(z.string()),
    proof: z.enum(['birth_date', 'name']),
    birth_date: z.nullable(z.string()),
    name: z.string().check(z.trim()),
  })
  .check((context) => {
    const { value } = context;
    for (const field of getRequestedFields(value)) {
      if (value[field]) continue;
      const message = i18next.t('validation.required');
      context.issues.push({ code: 'custom', input: value, path: [field], message });
    }
  });

export type LearnerForm = z.infer<typeof learnerForm>;

export const emptyLearner: LearnerForm = {
  kind: 'civil',
  civil_number: '',
  passport_number: '',
  passport_country: null,
  proof: 'birth_date',
  birth_date: null,
  name: '',
};

/** The fields for the selected identification. */
function getRequestedFields({ kind, proof }: Pick<LearnerForm, 'kind' | 'proof'>) {
  const number =
    kind === 'civil'
      ? (['civil_number'] as const)
      : (['passport_number', 'passport_country'] as const);
  return [...number, proof];
}

export const toLearnerNamed = (form: LearnerForm): LearnerNamed =>
  Object.fromEntries(getRequestedFields(form).map((field) => [field, form[field]]));
