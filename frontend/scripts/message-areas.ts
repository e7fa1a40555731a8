/*
 * Where the messages of the desk are needed: on pages that only users may open. What the sources
 * say that a visitor can reach must not stand in them, since visitors do not load them. In the same way
 * what the first pages show must not stand in those of inner pages.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { access, firstPages, isForUsers } from '../src/routes/access.ts';
import { paths, type RouteName } from '../src/routes/paths.ts';

const sources = join(import.meta.dirname, '../src');
const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];
// Around pages of users only.
const LAYOUTS = /import\('\.\/layouts\/(Candidate|Dashboard|Settings)Layout'\)/g;
// Parts that are loaded with these messages, by users only.
const PARTS = /withDeskMessages\(\(\) => import\('[^']+'\)\)/g;
// All but those around public pages; and parts that are loaded with the messages of inner pages.
const OTHER_LAYOUTS = /import\('\.\/layouts\/\w+'\)/g;
const INNER_PARTS = /withInnerMessages\(\(\) => import\('[^']+'\)\)/g;
const SCREEN = /^ {2}(\w+): .*$/gm;

/** The source without what it loads for users only. */
function forVisitors(file: string, source: string): string {
  if (!file.endsWith('/screens.ts')) return source.replace(LAYOUTS, '').replace(PARTS, '');
  const ofUsers = (name: string) => name in access && isForUsers(access[name as RouteName]);
  const rest = source.replace(SCREEN, (line, name) => (ofUsers(name) ? '' : line));
  // In a feature's screens what stands above the list are helpers for the users' pages.
  return file.includes('/features/') ? screensIn(rest).join('\n') : rest;
}

/** The source without what it loads for other pages than the first. */
function forFirst(file: string, source: string): string {
  const rest = forVisitors(file, source).replace(OTHER_LAYOUTS, '').replace(INNER_PARTS, '');
  if (!file.endsWith('Screens.ts') || !file.includes('/features/')) return rest;
  const isFirst = (name: string) => (firstPages as readonly string[]).includes(name);
  return screensIn(rest, isFirst).join('\n');
}

/** The lines of the list, and not those of a helper. */
const screensIn = (source: string, isMeant = (name: string) => name in access) =>
  [...source.matchAll(SCREEN)].flatMap(([line, name]) => (name && isMeant(name) ? [line] : []));

function resolve(from: string, name: string): string | undefined {
  const base = name.startsWith('@/') ? join(sources, name.slice(2)) : join(dirname(from), name);
  if (!/^@\/|^\./.test(name) || base.startsWith(join(sources, 'api/'))) return undefined;
  return ENDINGS.map((ending) => base + ending).find(
    (path) => /\.tsx?$/.test(path) && existsSync(path) && statSync(path).isFile(),
  );
}

/** The sources that a visitor can reach, on demand or not, by their text. */
export const visitorSources = () => reached(forVisitors);

/** Those that a visitor can reach without leaving the first pages. */
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

/** The keys of these nouns that a source names, wholly or by their beginning. */
export function keysOf(nouns: readonly string[], source: string): string[] {
  // What is compared is a code of the API.
  return [...source.matchAll(/(?<![!=]== )['"`]([a-z_]+)\.[\w.$]/g)]
    .map(([, noun]) => noun ?? '')
    .filter((noun) => nouns.includes(noun));
}

/**
 * The addresses of users' pages as a regular expression, by which `public/boot.js` asks for the
 * messages of the desk: a first segment where all below it is theirs, else the page's own path.
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

/** The addresses of the first pages as a regular expression, by which `public/boot.js` asks for their messages alone. */
export function firstAddresses(): string {
  const pages = firstPages.map((name) => paths[name].slice(1).replace(/:\w+/g, '[^/]+'));
  return `^/(${pages.join('|')})/?$`;
}
