import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { access, isForUsers } from '../src/routes/access.ts';
import type { RouteName } from '../src/routes/paths.ts';

export type Tree = { [key: string]: string | Tree };

export const locales = ['en', 'ar'] as const;
export const localesFolder = join(import.meta.dirname, '../src/i18n/locales');

/** Names of the pages that visitors can open. */
const ROUTES = (Object.keys(access) as RouteName[])
  .filter((name) => !isForUsers(access[name]))
  .map((name) => `routes.${name}`);

/** Messages of the first pages and their layout, in the namespace `messages`: nouns, and single keys. */
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

/** Nouns that most other pages share, in the namespace `app`. */
const SHARED = [
  'dashboard',
  'date_picker',
  'errors',
  'form',
  'menu',
  'person',
  'record',
  'routes',
  'status',
  'table',
  'validation',
];

/** Returns all messages of a locale by noun, in alphabetical order. */
export function readMessages(locale: string): Record<string, Tree> {
  const folder = join(localesFolder, locale);
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [
        basename(file, '.json'),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tree,
      ]),
  );
}

/** Returns the messages by namespace: `messages`, `app`, and one for each noun that is in neither. */
export function readNamespaces(locale: string): Record<string, Tree> {
  const nouns = readMessages(locale);
  const messages: Record<string, Tree> = {};
  for (const [noun = '', key] of FIRST.map((name) => name.split('.'))) {
    const whole = nouns[noun] ?? {};
    messages[noun] = key ? { ...messages[noun], [key]: whole[key] ?? '' } : whole;
  }
  const app = Object.fromEntries(SHARED.map((noun) => [noun, nouns[noun] ?? {}]));
  const isOwn = ([noun]: [string, Tree]) => !(noun in messages || noun in app);
  return { messages, app, ...Object.fromEntries(Object.entries(nouns).filter(isOwn)) };
}

/**
 * Returns the build ID in the messages' URL, a hash of all messages. Unchanged messages stay cached; changed ones
 * have a new URL.
 */
export function messagesBuildId(): string {
  const hash = createHash('sha256');
  for (const locale of locales) hash.update(JSON.stringify(readMessages(locale)));
  return hash.digest('hex').slice(0, 12);
}
