import i18next from 'i18next';
import type { AddressRead } from '@/api/identity';
import { zAddressWrite, zPlace } from '@/api/identity/zod.gen';
import { z } from '@/lib/forms';

const emptyIsNull = z.transform((line: string) => line || null);

/** An address; empty lines are null. */
export const addressForm = z.extend(zAddressWrite, {
  country: z.pipe(
    z.nullable(zPlace),
    z.transform((place, { issues }) => {
      if (place) return place;
      const message = i18next.t('validation.required');
      issues.push({ code: 'custom', input: place, message });
      return z.NEVER;
    }),
  ),
  state: z.nullable(zPlace),
  city: z.nullable(zPlace),
  line1: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  line2: z.pipe(z.string().check(z.trim(), z.maxLength(200)), emptyIsNull),
  postal_code: z.pipe(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9 -]{0,12}$/)), emptyIsNull),
});

export type AddressInput = z.input<typeof addressForm>;

/** Converts an address to form values; null gives empty ones. */
export function toAddressForm(address: AddressRead | null): AddressInput {
  return {
    country: address?.country ?? null,
    state: address?.state ?? null,
    city: address?.city ?? null,
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postal_code: address?.postal_code ?? '',
  };
}
