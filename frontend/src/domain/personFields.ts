import i18next from 'i18next';
import { z } from '@/lib/forms';
import { PASSWORD_LENGTH } from './passwords/length';

/*
 * The fields that tell who somebody is, checked as far as a browser can; the texts are those of the
 * server's error codes, and the server has the last word.
 */

const withText = (code: string) => ({ error: () => i18next.t(`errors.${code}`) });

// Letters and the marks on them, spaces and what stands inside names.
const LATIN_NAME = /^[\p{Script=Latin}\p{M} \-'’.]+$/u;
const ARABIC_NAME = /^[\p{Script=Arabic}\p{M} \-'’.]+$/u;

/** A line that must be filled in; an empty one is told as that, not as too short. */
const line = (min: number, max: number) => z.string().trim().min(1).min(min).max(max);

export const username = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .regex(/^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9]$/, withText('username.format'));

export const email = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .pipe(z.email(withText('email.invalid')));

/** E.164, as `PhoneInput` writes it. */
export const phone = z
  .string()
  .trim()
  .min(1)
  .regex(/^\+[1-9]\d{6,14}$/, withText('phone.invalid'));

export const nameEn = line(2, 120).regex(LATIN_NAME, withText('name.latin'));
export const nameAr = line(2, 120).regex(ARABIC_NAME, withText('name.arabic'));

/** Organizations may have digits and signs in their names, but letters of the language too. */
export const organizationNameEn = line(2, 150).regex(/\p{Script=Latin}/u, withText('name.latin'));
export const organizationNameAr = line(2, 150).regex(/\p{Script=Arabic}/u, withText('name.arabic'));

/** By its length alone: what a password is worth is said below its field, and judged by the server. */
export const newPassword = z
  .string()
  .min(1)
  .min(PASSWORD_LENGTH.min, withText('password.too_short'))
  .max(PASSWORD_LENGTH.max, withText('password.too_long'));

/** Saudi national identity (1…) or residence (2…) number: ten digits by the Luhn sum. */
export function isCivilNumber(number: string): boolean {
  if (!/^[12]\d{9}$/.test(number)) return false;
  const sum = [...number].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export const civilNumber = z.string().refine(isCivilNumber, withText('civil_number.invalid'));

export const passportNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{5,20}$/, withText('passport_number.invalid'));
