import { zUserUpdate } from '@/api/identity/zod.gen';
import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';
import type { User } from '@/lib/session';

/** The ages that somebody may have, in years; the same as the server's. */
const MIN_AGE = 14;
const MAX_AGE = 100;

const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
);

const orNothing = <Field extends z.core.$ZodType<string, string>>(field: Field) =>
  z.union([nothing, field]);

/** What somebody may change of themselves. An empty number is none. */
export const personalForm = z.extend(zUserUpdate, {
  name_en: personFields.nameEn,
  name_ar: personFields.nameAr,
  phone: personFields.phone,
  locale: z.enum(['en', 'ar']),
  civil_number: orNothing(personFields.civilNumber),
  passport_number: orNothing(personFields.passportNumber),
});

export type PersonalInput = z.input<typeof personalForm>;

/** The form's values of a user. */
export function personalOf(user: User): PersonalInput {
  return {
    name_en: user.name_en ?? '',
    name_ar: user.name_ar ?? '',
    phone: user.phone,
    locale: user.locale,
    civil_number: user.civil_number ?? '',
    passport_number: user.passport_number ?? '',
    passport_country: user.passport_country,
    nationality: user.nationality,
    birth_date: user.birth_date,
    gender: user.gender,
  };
}

/** The first and the last day on which somebody of a fitting age was born. */
export function birthDates(today = new Date()): { min: string; max: string } {
  const yearsAgo = (years: number) => {
    const day = new Date(today);
    day.setFullYear(day.getFullYear() - years);
    return day.toISOString().slice(0, 10);
  };
  return { min: yearsAgo(MAX_AGE), max: yearsAgo(MIN_AGE) };
}
