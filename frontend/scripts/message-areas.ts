/*
 * Areas of messages. The messages of the desk are for pages that only users may open; visitors do not load them, so
 * modules that visitors reach must not use them. Likewise the first pages must not use messages of inner pages.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { access, firstPages, isForUsers } from '../src/routes/access.ts';
import { paths, type RouteName } from '../src/routes/paths.ts';

const sources = join(import.meta.dirname, '../src');
const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];
// Layouts of users' pages.
const LAYOUTS = /import\('\.\/layouts\/(Candidate|Dashboard|Settings)Layout'\)/g;
// Components that are loaded with these messages, by users only.
const PARTS = /withDeskMessages\(\(\) => import\('[^']+'\)\)/g;
// All layouts except those of public pages, and components that are loaded with the messages of inner pages.
const OTHER_LAYOUTS = /import\('\.\/layouts\/\w+'\)/g;
const INNER_PARTS = /withInnerMessages\(\(\) => import\('[^']+'\)\)/g;
const SCREEN = /^ {2}(\w+): .*$/gm;

/** Returns the source without imports for users only. */
function forVisitors(file: string, source: string): string {
  if (!file.endsWith('/screens.ts')) return source.replace(LAYOUTS, '').replace(PARTS, '');
  const ofUsers = (name: string) => name in access && isForUsers(access[name as RouteName]);
  const rest = source.replace(SCREEN, (line, name) => (ofUsers(name) ? '' : line));
  // In a feature's screens, code above the list is helpers for users' pages.
  return file.includes('/features/') ? screensIn(rest).join('\n') : rest;
}

/** Returns the source without imports for pages other than the first ones. */
function forFirst(file: string, source: string): string {
  const rest = forVisitors(file, source).replace(OTHER_LAYOUTS, '').replace(INNER_PARTS, '');
  if (!file.endsWith('Screens.ts') || !file.includes('/features/')) return rest;
  const isFirst = (name: string) => (firstPages as readonly string[]).includes(name);
  return screensIn(rest, isFirst).join('\n');
}

/** Returns the lines of the list, without helpers. */
const screensIn = (source: string, isMeant = (name: string) => name in access) =>
  [...source.matchAll(SCREEN)].flatMap(([line, name]) => (name && isMeant(name) ? [line] : []));

function resolve(from: string, name: string): string | undefined {
  const base = name.startsWith('@/') ? join(sources, name.slice(2)) : join(dirname(from), name);
  if (!/^@\/|^\./.test(name) || base.startsWith(join(sources, 'api/'))) return undefined;
  return ENDINGS.map((ending) => base + ending).find(
    (path) => /\.tsx?$/.test(path) && existsSync(path) && statSync(path).isFile(),
  );
}

/** Returns the sources that visitors can reach, also lazily loaded ones. */
export const visitorSources = () => reached(forVisitors);

/** Returns the sources that visitors can reach from the first pages. */
export const firstSources = () => reached(forFirst);

function reached(within: (file: string, source: string) => string): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [join(sources, 'main.tsx')];
  for (const file of waiting) {
    if (found.has(file)) continue;
    const source = readFileSync(file, 'utf8');
    found.set(file, source);
    const imports = within(file, source).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
    for (const [, name] of imports) {
      const imported = resolve(file, name ?? '');
      if (imported) waiting.push(imported);
    }
  }
  return found;
}

/** Returns these nouns' keys that a source uses, whole or as a beginning. */
export function keysOf(nouns: readonly string[], source: string): string[] {
  // Compared values are codes of the API.
  return [...source.matchAll(/(?<![!=]== )['"`]([a-z_]+)\.[\w.$]/g)]
    .map(([, noun]) => noun ?? '')
    .filter((noun) => nouns.includes(noun));
}

/**
 * Builds the regular expression of users' pages, for which `public/boot.js` loads the messages of the desk. It has a
 * first segment if all pages below it are users' pages, else the page's path.
 */
export function deskAddresses(): string {
  const names = Object.keys(paths) as RouteName[];
  const first = (name: RouteName) => paths[name].split('/')[1] ?? '';
  const open = new Set(names.filter((name) => !isForUsers(access[name])).map(first));
  const [single, whole] = [
    names.filter((name) => isForUsers(access[name]) && open.has(first(name))),
    names.filter((name) => isForUsers(access[name]) && !open.has(first(name))),
  ];
  const areas = [...new Set(whole.map(first))].map((segment) => `${segment}(/.*)?`);
  const pages = single.map((name) => paths[name].slice(1).replace(/:\w+/g, '[^/]+'));
  return `^/(${[...areas, ...pages].join('|')})$`;
}

/** Builds the regular expression of the first pages, for which `public/boot.js` loads only their messages. */
export function firstAddresses(): string {
  const pages = firstPages.map((name) => paths[name].slice(1).replace(/:\w+/g, '[^/]+'));
  return `^/(${pages.join('|')})/?$`;
}
