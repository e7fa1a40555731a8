import { zUserUpdate } from '@/api/identity/zod.gen';
import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';
import type { User } from '@/lib/session';

/** The fields that users may change themselves. An empty number is null. */
export const personalForm = z
  .extend(zUserUpdate, {
    ...personFields.names,
    phone: personFields.phone,
    locale: z.enum(['en', 'ar']),
    civil_number: personFields.optionalText(personFields.civilNumber),
    passport_number: personFields.optionalText(personFields.passportNumber),
  })
  .check(personFields.named);

export type PersonalInput = z.input<typeof personalForm>;

/** Converts a user to form values. */
export function toPersonalForm(user: User): PersonalInput {
  return {
    ...personFields.writtenNames(user),
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
