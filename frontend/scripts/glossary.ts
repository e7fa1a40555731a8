import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A term in both languages: if a text contains one, its translation contains the other. */
interface Term {
  en: string;
  ar: string;
  /** Its forms, as parts of a regular expression: whole words in English, stems in Arabic. */
  english: string;
  arabic: string;
  /** Synonyms that texts must not use. */
  not_english?: readonly string[];
  not_arabic?: readonly string[];
}

/** A retired phrase, as a regular expression. */
interface Retired {
  not: string;
  /** The phrase to use instead. */
  instead: string;
  /** Beginning of the keys of texts that must not contain it; by default all texts. */
  in?: string;
}

const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../src/i18n', file), 'utf8'));

// tests/test_glossary.py checks the services' texts against both.
const glossary: readonly Term[] = read('glossary.json');
const retired: readonly Retired[] = read('retired.json');

const word = (forms: string) => new RegExp(`(?<![\\p{L}_])(${forms})(?![\\p{L}_])`, 'iu');
// Placeholders are not part of the text.
const withoutNames = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, '');

/** Lists texts that do not use the glossary's terms, one line each. */
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

/** Lists texts that use retired phrases, one line each. */
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
