/*
 * Checks the messages:
 * - Both languages have the same keys and placeholders, and all plural forms of the language.
 * - Every `t('…')`, error code and state of the API has a text.
 * - The first pages use only the namespace `messages`, and a part only the nouns that `withMessages` loads for it.
 * - Components contain no literal text.
 * - Both languages use the words of the glossary and no retired phrase.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareStatuses, statusEnums } from './check-statuses.ts';
import { compareWords, findRetired } from './glossary.ts';
import { literalTexts } from './literal-texts.ts';
import { findKeys, findReached, readApp } from './message-graph.ts';
import { locales, readMessages, readNamespaces, type Tree } from './messages.ts';

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

/** Compares the nouns that the app loads with those that it uses. */
export function compareNouns(
  { messages = {}, app = {}, ...nouns }: Record<string, Tree>,
  { first, parts } = readApp(),
  reach = findReached,
): string[] {
  const shared = [...flatten(messages).keys()];
  const later = [...shared, ...flatten(app).keys()];
  const keys = [...later, ...flatten(nouns).keys()];
  const findMissing = (reached: typeof first, loaded: readonly string[]) =>
    [...findKeys(reached, keys)].filter((text) => !loaded.some((key) => key.startsWith(text)));

  const problems = findMissing(first, shared).map(
    (key) => `The first pages use ${key}, which is not in their messages`,
  );
  for (const part of parts) {
    const name = part.modules.map((file) => relative(sources, file)).join();
    const missing = findMissing(reach(part.modules), later);
    const used = new Set(
      missing.map((key) => key.split('.')[0] ?? '').filter((noun) => noun in nouns),
    );
    for (const noun of [...used].filter((each) => !part.nouns.includes(each)))
      problems.push(`${relative(sources, part.file)}: ${name} uses ${noun} without loading it`);
    for (const noun of part.nouns.filter((each) => !used.has(each)))
      problems.push(`${relative(sources, part.file)}: ${name} does not use ${noun}`);
  }
  return problems;
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

  problems.push(...compareNouns(readNamespaces('en')));

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
