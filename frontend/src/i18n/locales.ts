import { readCookie, writeCookie } from '@/lib/cookies';

/** The interface languages. Dates are Gregorian and digits Latin in both. */
export const locales = {
  en: { name: 'English', dir: 'ltr', intl: 'en-GB' },
  ar: { name: 'العربية', dir: 'rtl', intl: 'ar-SA-u-ca-gregory-nu-latn' },
} as const;

export type Locale = keyof typeof locales;

const COOKIE = 'i18n_redirected';
const COOKIE_DAYS = 365;
const FALLBACK: Locale = 'en';

const isLocale = (tag: string | null): tag is Locale => tag !== null && tag in locales;

/**
 * The language that the address names, which is kept; else that of the cookie, else the first of the browser's that
 * we have, else English.
 */
export function detectLocale(): Locale {
  const asked = new URLSearchParams(location.search).get('lang');
  if (isLocale(asked)) rememberLocale(asked);
  const chosen = isLocale(asked) ? asked : readCookie(COOKIE);
  if (isLocale(chosen)) return chosen;
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '');
  return wanted.find(isLocale) ?? FALLBACK;
}

export function rememberLocale(locale: Locale): void {
  writeCookie(COOKIE, locale, COOKIE_DAYS);
}
