import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word of the product in both languages: every text with the one has the other in its translation. */
interface Term {
  en: string;
  ar: string;
  /** The forms of it, as parts of a regular expression: whole words in English, stems in Arabic. */
  english: string;
  arabic: string;
  /** Words that mean the same and are not ours. */
  not_english?: readonly string[];
  not_arabic?: readonly string[];
}

/** A phrase that readers stumbled over, as a regular expression. */
interface Retired {
  not: string;
  /** What is said now. */
  instead: string;
  /** What the keys of the texts begin with that it is kept out of; of all texts without it. */
  in?: string;
}

const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../src/i18n', file), 'utf8'));

// tests/test_glossary.py holds the services' texts to both.
const glossary: readonly Term[] = read('glossary.json');
const retired: readonly Retired[] = read('retired.json');

const word = (forms: string) => new RegExp(`(?<![\\p{L}_])(${forms})(?![\\p{L}_])`, 'iu');
// What stands in the place of a name says nothing of the text.
const withoutNames = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, '');

/** Where the texts use other words than the glossary's, one line each. */
export function compareWords(
  texts: { en: Map<string, string>; ar: Map<string, string> },
  terms: readonly Term[] = glossary,
): string[] {
  const pairs = [...texts.en].map(([key, text]) => [key, text, texts.ar.get(key)] as const);
  return terms.flatMap((term) => [
    ...pairs
      .filter(([, english]) => word(term.english).test(withoutNames(english)))
      .filter(([, , arabic]) => arabic && !new RegExp(term.arabic, 'u').test(arabic))
      .map(([key]) => `ar: ${key} has no “${term.ar}”, which is what “${term.en}” is called`),
    ...strays('en', texts.en, term.en, term.not_english),
    ...strays('ar', texts.ar, term.ar, term.not_arabic),
  ]);
}

function strays(
  locale: string,
  texts: Map<string, string>,
  ours: string,
  others: readonly string[] = [],
): string[] {
  if (others.length === 0) return [];
  const other = word(others.join('|'));
  return [...texts]
    .filter(([, text]) => other.test(text))
    .map(([key, text]) => `${locale}: ${key} says “${other.exec(text)?.[1]}” for “${ours}”`);
}

/** Where the texts use phrases that were given up, one line each. */
export function findRetired(
  locale: string,
  texts: Map<string, string>,
  phrases: readonly Retired[] = retired,
): string[] {
  return phrases.flatMap(({ not, instead, in: prefix = '' }) =>
    [...texts]
      .filter(([key, text]) => key.startsWith(prefix) && new RegExp(not, 'iu').test(text))
      .map(([key]) => `${locale}: ${key} says what is now “${instead}”`),
  );
}
