/* Cleans typed text: removes artifacts of keyboards, copying and Unicode. One function per kind of
   input, with the same rules as `kit.domain.cleaning` of the services. */
import kept from './keptFields.json';

const INVISIBLE =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
const JOINERS = '\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
const HIDDEN_IN_RICH_TEXT = new RegExp(`[${INVISIBLE}]`, 'gu');
const HIDDEN = new RegExp(`[${INVISIBLE}${JOINERS}]`, 'gu');
const SPACES = /[\u00a0\u2007\u202f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const DIGITS = /[٠-٩۰-۹]/g;

const clean = (text: string, hidden: RegExp) =>
  text.replace(hidden, '').normalize('NFC').replace(SPACES, ' ');

/** Formatted text keeps joiners and variation selectors. */
export const cleanRichText = (text: string) => clean(text, HIDDEN_IN_RICH_TEXT);

export const cleanText = (text: string) => clean(text, HIDDEN);

/** A person's name: plain hyphens and single spaces. */
export const cleanName = (text: string) =>
  cleanText(text).replace(DASHES, '-').trim().replace(/\s+/g, ' ');

/** A code, phone number or email address: plain hyphens and digits. */
export const cleanCode = (text: string) =>
  cleanText(text)
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** A card number or one-time code: a code without spaces and hyphens. */
export const cleanNumber = (text: string) => cleanCode(text).replace(/[\s-]+/g, '');

/** Every character of a password counts; the server normalizes it. */
const keepPassword = (text: string) => text;

const CLEANERS = new Map([
  ...kept.rich_text.map((name) => [name, cleanRichText] as const),
  ...kept.password.map((name) => [name, keepPassword] as const),
]);

/** Returns the form values with all text cleaned, by field name. */
export function cleanValues<Values>(values: Values, name = ''): Values {
  if (typeof values === 'string') return (CLEANERS.get(name) ?? cleanText)(values) as Values;
  if (Array.isArray(values)) return values.map((each) => cleanValues(each, name)) as Values;
  if (!values || Object.getPrototypeOf(values) !== Object.prototype) return values;
  const cleaned = Object.entries(values as object).map(([own, each]) => [
    own,
    cleanValues(each, own),
  ]);
  return Object.fromEntries(cleaned);
}
