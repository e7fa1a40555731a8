import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { access, isForUsers } from '../src/routes/access.ts';
import type { RouteName } from '../src/routes/paths.ts';

export type Tree = { [key: string]: string | Tree };

export const locales = ['en', 'ar'] as const;
export const localesFolder = join(import.meta.dirname, '../src/i18n/locales');

/** Areas: the first pages (`firstPages` of routes/access.ts), visitors' other pages, and users' pages (folder `desk`). */
export const areas = ['messages', 'inner', 'desk'] as const;
export type Area = (typeof areas)[number];

/** Names of the pages that visitors can open. */
const ROUTES = (Object.keys(access) as RouteName[])
  .filter((name) => !isForUsers(access[name]))
  .map((name) => `routes.${name}`);

/** Messages of the first pages and their layout: nouns, and single keys. */
const FIRST = [
  'access',
  'alerts',
  'availability',
  'batch_card',
  'batch_language',
  'batch_mode',
  'batch_page',
  'catalogue',
  'common',
  'copy',
  'error',
  // Messages of errors are loaded when a request fails (lib/session/fetch.ts).
  'errors.network.unreachable',
  'errors.unknown',
  'footer',
  'home',
  'near',
  ...ROUTES,
  'saved',
  'table.dropped',
  'table.filters_set',
  'table.list_separator',
  'table.nothing_found',
  'total',
  'training_level',
  'training_page',
  'ways_to_pay',
];

const namesIn = (...folder: string[]) =>
  readdirSync(join(localesFolder, ...folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** Returns the nouns of an area, which name its files. */
export function nounsOf(locale: string, area: Area): string[] {
  if (area === 'desk') return namesIn(locale, area);
  return namesIn(locale).filter((noun) => FIRST.includes(noun) === (area === 'messages'));
}

/** Returns the messages of an area by noun, in alphabetical order. */
export function readArea(locale: string, area: Area): Tree {
  const folder = join(localesFolder, locale, area === 'desk' ? area : '');
  const read = (noun: string) =>
    JSON.parse(readFileSync(join(folder, `${noun}.json`), 'utf8')) as Tree;
  const whole = Object.fromEntries(nounsOf(locale, area).map((noun) => [noun, read(noun)]));
  if (area !== 'messages') return whole;
  const single: Record<string, Tree> = {};
  for (const [noun = '', key] of FIRST.map((name) => name.split('.'))) {
    if (key) single[noun] = { ...single[noun], [key]: read(noun)[key] ?? '' };
  }
  return { ...whole, ...single };
}

/** Returns all messages of a locale. */
export const readMessages = (locale: string): Tree =>
  Object.assign({}, ...areas.map((area) => readArea(locale, area)));

/**
 * Returns the build ID in the messages' URL, a hash of all messages. Unchanged messages stay cached; changed ones
 * have a new URL.
 */
export function messagesBuildId(): string {
  const hash = createHash('sha256');
  for (const locale of locales) hash.update(JSON.stringify(readMessages(locale)));
  return hash.digest('hex').slice(0, 12);
}
