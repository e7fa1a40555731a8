import i18next from 'i18next';
import { zSignUp } from '@/api/identity/zod.gen';
import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';

/** The terms and conditions, accepted. */
export const acceptedTerms = z
  .boolean()
  .check(z.refine(Boolean, { error: () => i18next.t('errors.terms.required') }));

const asked = z.omit(zSignUp, { organization_name_en: true, organization_name_ar: true });

const person = z.extend(asked, {
  username: personFields.username,
  email: personFields.email,
  phone: personFields.phone,
  password: personFields.newPassword,
  ...personFields.names,
  accept_terms: acceptedTerms,
});

/** The sign-up fields: the person, and for organizations their names. */
export const signUpForm = z.discriminatedUnion('profile_type', [
  z.extend(person, { profile_type: z.literal('candidate') }).check(personFields.named),
  z
    .extend(person, {
      profile_type: z.literal('organization'),
      organization_name_en: personFields.organizationNameEn,
      organization_name_ar: personFields.organizationNameAr,
    })
    .check(personFields.named),
]);

export type SignUpInput = z.input<typeof signUpForm>;
export type SignUpForm = z.output<typeof signUpForm>;

// A candidate's form also has the organization's fields, because the type may change.
export const emptySignUp = {
  profile_type: 'candidate' as const,
  username: '',
  email: '',
  phone: '',
  password: '',
  name_en: '',
  name_ar: '',
  organization_name_en: '',
  organization_name_ar: '',
  accept_terms: false,
};
