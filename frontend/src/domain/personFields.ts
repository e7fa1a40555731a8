import i18next from 'i18next';
import { cleanCode, cleanName, cleanNumber } from '@/lib/clean';
import { z } from '@/lib/forms';
import { PASSWORD_LENGTH } from './passwords/length';

/* Schemas of personal data. They use the server's error codes; the server validates again. */

const withText = (code: string) => ({ error: () => i18next.t(`errors.${code}`) });

// Letters with combining marks, spaces and punctuation inside names.
const LATIN_NAME = /^[\p{Script=Latin}\p{M} \-'’ʻʼ‘.,/()]+$/u;
const ARABIC_NAME = /^[\p{Script=Arabic}\p{M} \-'’ʻʼ‘.,/()،]+$/u;

const LATIN_LETTER = /\p{Script=Latin}/u;
const ARABIC_LETTER = /\p{Script=Arabic}/u;

/** A required name; an empty one is reported as missing, not as too short. */
const nameLine = (min: number, max: number) =>
  z.string().check(z.overwrite(cleanName), z.minLength(1), z.minLength(min), z.maxLength(max));

export const username = z
  .string()
  .check(
    z.overwrite(cleanCode),
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.regex(/^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9]$/, withText('username.invalid')),
  );

export const email = z.pipe(
  z.string().check(z.overwrite(cleanCode), z.trim(), z.minLength(1), z.maxLength(254)),
  z.email({ pattern: z.regexes.unicodeEmail, ...withText('email.invalid') }),
);

/** E.164, as `PhoneInput` writes it. */
export const phone = z
  .string()
  .check(z.trim(), z.minLength(1), z.regex(/^\+[1-9]\d{6,14}$/, withText('phone.invalid')));

/** Names of organizations may contain digits and punctuation, but need letters of the language. */
export const organizationNameEn = nameLine(2, 150).check(
  z.regex(LATIN_LETTER, withText('name.not_latin')),
);
export const organizationNameAr = nameLine(2, 150).check(
  z.regex(ARABIC_LETTER, withText('name.not_arabic')),
);

const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
);

/** An optional field; empty text is null. */
export const optionalText = <Field extends z.core.$ZodType<string, string>>(field: Field) =>
  z.union([nothing, field]);

/** A person's names; either can be empty, because not everyone can type both scripts. */
export const names = {
  name_en: optionalText(nameLine(1, 120).check(z.regex(LATIN_NAME, withText('name.not_latin')))),
  name_ar: optionalText(nameLine(1, 120).check(z.regex(ARABIC_NAME, withText('name.not_arabic')))),
};

interface Names {
  name_en?: string | null;
  name_ar?: string | null;
}

/** Requires the name in at least one script. */
export const named = z.refine<Names>(({ name_en, name_ar }) => Boolean(name_en || name_ar), {
  path: ['name_en'],
  ...withText('name.required'),
});

/** Removes the server's substitutes: it fills a missing name with the other script's. */
export const writtenNames = ({ name_en, name_ar }: Names) => ({
  name_en: name_en && LATIN_LETTER.test(name_en) ? name_en : '',
  name_ar: name_ar && ARABIC_LETTER.test(name_ar) ? name_ar : '',
});

/** The fields of a person whom others add. */
export const addedPerson = {
  email,
  phone,
  ...names,
  locale: z.enum(['en', 'ar']),
};

/** Checks the length only: the field shows the strength, and the server decides. */
export const newPassword = z
  .string()
  .check(
    z.minLength(1),
    z.minLength(PASSWORD_LENGTH.min, withText('password.too_short')),
    z.maxLength(PASSWORD_LENGTH.max, withText('password.too_long')),
  );

/** Saudi national identity (1…) or residence (2…) number: ten digits by the Luhn sum. */
export function isCivilNumber(number: string): boolean {
  if (!/^[12]\d{9}$/.test(number)) return false;
  const sum = [...number].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export const civilNumber = z
  .string()
  .check(z.overwrite(cleanNumber), z.refine(isCivilNumber, withText('civil_number.invalid')));

export const passportNumber = z
  .string()
  .check(
    z.overwrite(cleanNumber),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9]{5,20}$/, withText('passport_number.invalid')),
  );

/** Normalizes typed identity numbers. */
export const normalizeNumber = {
  civil: (text: string) => cleanNumber(text).replace(/\D/g, '').slice(0, 10),
  passport: (text: string) => cleanNumber(text).toUpperCase(),
} as const;

/** Age limits in years, equal to the server's. */
const MIN_AGE = 14;
const MAX_AGE = 100;

/** Returns the first and last birth date within the age limits. */
export function birthDates(today = new Date()): { min: string; max: string } {
  const yearsAgo = (years: number) => {
    const day = new Date(today);
    day.setFullYear(day.getFullYear() - years);
    return day.toISOString().slice(0, 10);
  };
  return { min: yearsAgo(MAX_AGE), max: yearsAgo(MIN_AGE) };
}
