import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';

/** The fields of a candidate; an empty number is null. */
export const candidateFields = {
  email: personFields.email,
  phone: personFields.phone,
  ...personFields.names,
  locale: z.enum(['en', 'ar']),
  civil_number: personFields.optionalText(personFields.civilNumber),
  passport_number: personFields.optionalText(personFields.passportNumber),
};

/** Returns the changed fields only, so that concurrent changes to others stay. */
export const pickDirty = <Values extends object>(values: Values, dirty: object): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field in dirty)) as Partial<Values>;
