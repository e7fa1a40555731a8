import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { PASSWORD_LENGTH } from './length.ts';

/** The server's dictionaries: words by frequency, keyboard layouts, substitutions. */
export interface Dictionaries {
  words: Record<string, string>;
  keyboards: Record<string, Record<string, (string | null)[]>>;
  signs: Record<string, string[]>;
}

/** `good`, or the weakness as an error code of the server. */
export type StrengthResult = 'good' | `password.${string}`;

// The minimum score that the server requires.
const MIN_GUESSES = 1e8 + 5;
// The length that the server scores, see its passwords/rules.py.
const JUDGED_LENGTH = 32;
const MAX_SUBSTITUTIONS = 32;

const OF_PATTERN: Record<string, StrengthResult> = {
  spatial: 'password.keyboard',
  repeat: 'password.repeated',
  sequence: 'password.sequence',
  date: 'password.dates',
  regex: 'password.dates',
};
const OF_DICTIONARY: Record<string, StrengthResult> = {
  userInputs: 'password.own_data',
  passwords: 'password.too_common',
};

/** Scores passwords like the server, or slightly stricter. */
export function createJudge({ words, keyboards, signs }: Dictionaries) {
  const dictionary = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, text.split(' ')]),
  );
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: keyboards, l33tTable: signs });
  return (password: string, own: readonly (string | null | undefined)[]): StrengthResult => {
    if ([...password].length < PASSWORD_LENGTH.min) return 'password.too_short';
    if ([...password].length > PASSWORD_LENGTH.max) return 'password.too_long';
    const data = ownData(own);
    const { guesses, sequence } = zxcvbn.check(getJudgedPart(password, signs), data);
    // Unlike the server, the library does not find personal data in repeated parts.
    const repeated = sequence.filter(({ pattern }) => pattern === 'repeat');
    if (repeated.some(({ token }) => data.some((word) => token.toLowerCase().includes(word)))) {
      return 'password.own_data';
    }
    return guesses < MIN_GUESSES ? findWeakness(sequence) : 'good';
  };
}

function getJudgedPart(password: string, signs: Dictionaries['signs']) {
  let part = [...password].slice(0, JUDGED_LENGTH);
  const substitutions = () =>
    Object.values(signs)
      .map((of) => of.filter((sign) => part.includes(sign)).length || 1)
      .reduce((product, ways) => product * ways, 1);
  while (substitutions() > MAX_SUBSTITUTIONS) part = part.slice(0, -1);
  return part.join('');
}

/**
 * Returns personal data as dictionary words: each value, its words, and the local form of Saudi
 * numbers.
 */
function ownData(given: readonly (string | null | undefined)[]) {
  const values = given.map((value) => value ?? '');
  const dialled = values.filter((v) => v.startsWith('+966')).map((v) => `0${v.slice(4)}`);
  const all = [...values, ...dialled];
  const words = all.flatMap((value) => value.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...all, ...words].map((v) => v.toLowerCase()))].filter((v) => v.length > 2);
}

/** Returns the weakness of the longest matched part; personal data takes precedence. */
function findWeakness(sequence: MatchExtended[]): StrengthResult {
  const known = sequence.filter(({ pattern }) => !['bruteforce', 'separator'].includes(pattern));
  const weight = (match: MatchExtended) =>
    ('dictionaryName' in match && match.dictionaryName === 'userInputs' ? 1000 : 0) +
    match.token.length;
  const [worst] = known.sort((a, b) => weight(b) - weight(a));
  if (!worst) return 'password.guessable';
  if ('dictionaryName' in worst) {
    return OF_DICTIONARY[String(worst.dictionaryName)] ?? 'password.words';
  }
  return OF_PATTERN[worst.pattern] ?? 'password.guessable';
}
