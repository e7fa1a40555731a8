import i18next from 'i18next';
import type { OwnOrganization } from '@/api/identity';
import * as personFields from '@/domain/personFields';
import { cleanNumber } from '@/lib/clean';
import { z } from '@/lib/forms';

const withText = (code: string) => ({ error: () => i18next.t(`errors.${code}`) });

/** Normalizes digits like the server: Latin, without spaces. */
export const digitsOnly = cleanNumber;

export const detailsForm = z.object({
  name_en: personFields.organizationNameEn,
  name_ar: personFields.organizationNameAr,
  commercial_number: z
    .string()
    .check(z.minLength(1), z.regex(/^\d{10}$/, withText('commercial_number.invalid'))),
  tax_number: z
    .string()
    .check(z.minLength(1), z.regex(/^3\d{13}3$/, withText('tax_number.invalid'))),
});

export const toDetailsForm = (organization: OwnOrganization) => ({
  name_en: organization.name_en,
  name_ar: organization.name_ar,
  commercial_number: organization.commercial_number ?? '',
  tax_number: organization.tax_number ?? '',
});
