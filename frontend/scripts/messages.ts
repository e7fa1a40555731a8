import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Tree = { [key: string]: string | Tree };

export const locales = ['en', 'ar'] as const;
export const localesFolder = join(import.meta.dirname, '../src/i18n/locales');

/** All messages of a locale: one branch per `<noun>.json`, in the order of the names. */
export function readMessages(locale: string): Tree {
  const folder = join(localesFolder, locale);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Tree,
    ]),
  );
}

/**
 * The build id in the address of the messages. It is derived from the messages themselves, so an
 * unchanged build keeps its cached files and a changed one never meets an old file.
 */
export function messagesBuildId(): string {
  const hash = createHash('sha256');
  for (const locale of locales) hash.update(JSON.stringify(readMessages(locale)));
  return hash.digest('hex').slice(0, 12);
}
