import i18next from 'i18next';
import type { AddressRead } from '@/api/identity';
import { zAddressWrite, zPlace } from '@/api/identity/zod.gen';
import { z } from '@/lib/forms';

const emptyIsNull = (line: string | null) => line || null;

/** An address; lines that are left empty are none. */
export const addressForm = zAddressWrite.extend({
  country: zPlace.nullable().transform((place, context) => {
    if (place) return place;
    context.addIssue({ code: 'custom', message: i18next.t('validation.required') });
    return z.NEVER;
  }),
  state: zPlace.nullable(),
  city: zPlace.nullable(),
  line1: z.string().trim().min(1).max(200),
  line2: z.string().trim().max(200).transform(emptyIsNull),
  postal_code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 -]{0,12}$/)
    .transform(emptyIsNull),
});

export type AddressInput = z.input<typeof addressForm>;

/** The form's values of an address, or of none. */
export function addressOf(address: AddressRead | null): AddressInput {
  return {
    country: address?.country ?? null,
    state: address?.state ?? null,
    city: address?.city ?? null,
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postal_code ?? '',
  };
}
