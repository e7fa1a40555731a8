/*
 * Checks the messages:
 * - Both languages have the same keys and placeholders, and all plural forms of the language.
 * - Every `t('…')`, error code and state of the API has a text.
 * - Visitors' texts are not in the messages of the desk, and components contain no literal text.
 * - Both languages use the words of the glossary and no retired phrase.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareStatuses, statusEnums } from './check-statuses.ts';
import { compareWords, findRetired } from './glossary.ts';
import { literalTexts } from './literal-texts.ts';
import { firstSources, keysOf, visitorSources } from './message-areas.ts';
import { locales, nounsOf, readArea, readMessages, type Tree } from './messages.ts';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'src');

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Returns the problems of the messages, one line each. */
export function compareLocales(messages: Record<string, Tree>): string[] {
  const problems: string[] = [];
  const flat = Object.fromEntries(
    Object.entries(messages).map(([locale, tree]) => [locale, flatten(tree)]),
  );
  const bases = Object.fromEntries(
    Object.entries(flat).map(([locale, texts]) => [locale, pluralForms(texts)]),
  );
  const names = new Set(Object.values(bases).flatMap((forms) => [...forms.keys()]));

  for (const name of names) {
    for (const locale of Object.keys(messages)) {
      const forms = bases[locale]?.get(name);
      if (!forms) {
        problems.push(`${locale}: ${name} is missing`);
        continue;
      }
      if (forms.size === 1 && forms.has('')) continue;
      for (const form of new Intl.PluralRules(locale).resolvedOptions().pluralCategories) {
        if (!forms.has(form)) problems.push(`${locale}: ${name}_${form} is missing`);
      }
    }
  }
  for (const [locale, texts] of Object.entries(flat)) {
    for (const [key, text] of texts) {
      if (text.trim() === '') problems.push(`${locale}: ${key} is empty`);
    }
  }
  problems.push(...comparePlaceholders(flat));
  return problems;
}

// Plural forms may write the number as a word, so only texts without forms are compared.
function comparePlaceholders(flat: Record<string, Map<string, string>>): string[] {
  const [first, ...others] = Object.entries(flat);
  if (!first) return [];
  return [...first[1]].flatMap(([key, text]) =>
    others
      .filter(([, texts]) => texts.has(key) && !PLURAL.test(key))
      .filter(([, texts]) => placeholders(texts.get(key) ?? '') !== placeholders(text))
      .map(([locale]) => `${locale}: ${key} has other placeholders than ${first[0]}`),
  );
}

const placeholders = (text: string) =>
  [...text.matchAll(/(?:\{\{\s*|<)(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join();

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Plural endings by key; `''` for a text without plural forms. */
function pluralForms(texts: Map<string, string>): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  for (const key of texts.keys()) {
    const form = PLURAL.exec(key)?.[1];
    // `…_other` alone is no plural form but a word, such as a reason "other".
    const isPlural =
      form !== undefined &&
      texts.has(key.replace(PLURAL, '_other')) &&
      texts.has(key.replace(PLURAL, '_one'));
    const name = isPlural ? key.replace(PLURAL, '') : key;
    forms.set(name, (forms.get(name) ?? new Set()).add(isPlural ? form : ''));
  }
  return forms;
}

/** Keys that the sources use as a literal, or as the beginning of a template. */
export function usedKeys(source: string): string[] {
  return [...source.matchAll(/(?:\bt\(\s*'|i18nKey=")([\w.]+)['"]/g)].map(([, key]) => key ?? '');
}

/** The error codes that the services declare, as `kit.core.errors.problems` writes them. */
export function declaredCodes(document: string): string[] {
  return [...document.matchAll(/`([a-z_]+\.[a-z_]+)`: /g)].map(([, code]) => code ?? '');
}

function run(): void {
  const messages = Object.fromEntries(locales.map((locale) => [locale, readMessages(locale)]));
  const problems = compareLocales(messages);
  const texts = Object.fromEntries(
    Object.entries(messages).map(([locale, tree]) => [locale, flatten(tree)]),
  );
  const english = flatten(messages.en ?? {});
  const arabic = flatten(messages.ar ?? {});
  problems.push(...compareWords({ en: english, ar: arabic }));
  problems.push(...findRetired('en', english), ...findRetired('ar', arabic));
  const known = pluralForms(english);

  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|stories)\.tsx?$|^api\/|^test\//.test(file),
  );
  for (const file of files) {
    const source = readFileSync(join(sources, file), 'utf8');
    for (const key of usedKeys(source)) {
      if (!known.has(key)) problems.push(`${file}: t('${key}') has no text`);
    }
    for (const text of literalTexts(file, source)) {
      problems.push(`${file}: literal text “${text}”`);
    }
  }

  const desk = nounsOf('en', 'desk');
  for (const [file, source] of visitorSources()) {
    for (const noun of new Set(keysOf(desk, source))) {
      problems.push(`${file}: visitors read ${noun}, which is in the messages of the desk`);
    }
  }
  const first = readArea('en', 'messages');
  const inner = nounsOf('en', 'inner').filter((noun) => !(noun in first));
  const ofFirst = pluralForms(flatten(first));
  for (const [file, source] of firstSources()) {
    const missing = usedKeys(source).filter((key) => !ofFirst.has(key));
    for (const text of new Set([...keysOf(inner, source), ...missing])) {
      problems.push(
        `${file}: the first pages read ${text}, which is in the messages of inner pages`,
      );
    }
  }
  for (const locale of locales) {
    const open = [...nounsOf(locale, 'messages'), ...nounsOf(locale, 'inner')];
    const twice = open.filter((noun) => desk.includes(noun));
    for (const noun of twice) problems.push(`${locale}: ${noun}.json is in both areas`);
  }

  const documents = join(root, 'openapi');
  for (const file of readdirSync(documents).filter((name) => name.endsWith('.json'))) {
    const document = readFileSync(join(documents, file), 'utf8');
    for (const code of new Set(declaredCodes(document))) {
      if (!english.has(`errors.${code}`)) problems.push(`${file}: errors.${code} has no text`);
    }
    problems.push(...compareStatuses(statusEnums(document), texts));
  }

  for (const problem of new Set(problems)) console.error(problem);
  console.log(`Messages: ${english.size} texts, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) run();
