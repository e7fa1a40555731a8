/* Certificate numbers: 11 random characters of Crockford's base 32 (no I, L, O and U), and a check
   character of ISO 7064 MOD 37,36. It detects every wrong character and every transposition of
   neighbours in issued numbers, so the browser can report typing errors without a request. */

import { cleanNumber } from '@/lib/clean';

const LENGTH = 12;
const NUMBER = /^[0-9A-HJKMNP-TV-Z]+$/;
const VALUES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1' };

type NumberProblem = 'empty' | 'length' | 'characters' | 'mistyped';
export type ReadNumber = { number: string } | { problem: NumberProblem };

function checkCharacter(text: string): string {
  let product = 36;
  for (const character of text) {
    const total = (product + VALUES.indexOf(character)) % 36 || 36;
    product = (total * 2) % 37;
  }
  return VALUES[(37 - product) % 36] as string;
}

/** Parses a typed number to the printed form `XXXX-XXXX-XXXX`, or returns its error. */
export function readNumber(text: string): ReadNumber {
  const number = cleanNumber(text)
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => READ_AS[letter] as string);
  if (number === '') return { problem: 'empty' };
  if (!NUMBER.test(number)) return { problem: 'characters' };
  if (number.length !== LENGTH) return { problem: 'length' };
  if (checkCharacter(number.slice(0, -1)) !== number.at(-1)) return { problem: 'mistyped' };
  return { number: (number.match(/.{4}/g) as string[]).join('-') };
}

export type Scanned =
  | { number: string }
  | { credential: string }
  /** The code belongs to another site, which is not opened. */
  | { foreign: string }
  | { nothing: true };

// A JWT: three base64url parts, of which the signature may be empty.
const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;

/** Parses a QR code: a certificate's URL, its number, or a credential. */
export function readScanned(text: string, origin = window.location.origin): Scanned {
  const trimmed = text.trim();
  if (JWT.test(trimmed)) return { credential: trimmed };
  const read = readNumber(trimmed);
  if ('number' in read) return read;
  if (!URL.canParse(trimmed)) return { nothing: true };
  const url = new URL(trimmed);
  if (!/^https?:$/.test(url.protocol)) return { nothing: true };
  if (url.origin !== origin) return { foreign: url.host };
  const inPath = /^\/certificates\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  const found = readNumber(inPath ?? url.searchParams.get('number') ?? '');
  return 'number' in found ? found : { nothing: true };
}
