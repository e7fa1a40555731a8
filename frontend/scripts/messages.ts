import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Tree = { [key: string]: string | Tree };

export const locales = ['en', 'ar'] as const;
export const localesFolder = join(import.meta.dirname, '../src/i18n/locales');

/** What everybody loads, and what only users do: the folder `desk`. */
export const areas = ['messages', 'desk'] as const;
export type Area = (typeof areas)[number];

const folderOf = (locale: string, area: Area) =>
  join(localesFolder, locale, area === 'desk' ? area : '');

/** The nouns of an area: the names of its files. */
export const nounsOf = (locale: string, area: Area): string[] =>
  readdirSync(folderOf(locale, area))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** The messages of an area: one branch per `<noun>.json`, in the order of the names. */
export function readArea(locale: string, area: Area): Tree {
  const read = (noun: string) =>
    JSON.parse(readFileSync(join(folderOf(locale, area), `${noun}.json`), 'utf8')) as Tree;
  return Object.fromEntries(nounsOf(locale, area).map((noun) => [noun, read(noun)]));
}

/** All messages of a locale. */
export const readMessages = (locale: string): Tree =>
  Object.assign({}, ...areas.map((area) => readArea(locale, area)));

/**
 * The build id in the address of the messages. It is derived from the messages themselves, so an
 * unchanged build keeps its cached files and a changed one never meets an old file.
 */
export function messagesBuildId(): string {
  const hash = createHash('sha256');
  for (const locale of locales) hash.update(JSON.stringify(readMessages(locale)));
  return hash.digest('hex').slice(0, 12);
}
