import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';

/** What is asked of a candidate when one is added, and changed later; an empty number is none. */
export const candidateFields = {
  email: personFields.email,
  phone: personFields.phone,
  ...personFields.names,
  locale: z.enum(['en', 'ar']),
  civil_number: personFields.optionalText(personFields.civilNumber),
  passport_number: personFields.optionalText(personFields.passportNumber),
};

/** The fields that were touched: the others stay as somebody else may have changed them. */
export const pickDirty = <Values extends object>(values: Values, dirty: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field in dirty)) as Partial<Values>;
