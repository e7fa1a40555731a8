import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { locales, readNamespaces } from './messages.ts';

/** Script that renders the posters, beside the built `poster.tsx`. */
const DRAW = `
import { readFileSync } from 'node:fs';
// The app uses these when it is loaded; Node has no window.
globalThis.window = { addEventListener() {}, location: new URL('http://localhost') };
const { names, render } = await import('./poster.mjs');
const messages = JSON.parse(readFileSync(new URL('messages.json', import.meta.url)));
const pages = [];
for (const locale in messages)
  for (const name of names)
    pages.push({
      name,
      locale,
      empty: await render(name, 'empty', locale, messages[locale]),
      filled: await render(name, 'filled', locale, messages[locale]),
    });
// Timers and connections of the app would keep the process alive.
process.stdout.write(JSON.stringify(pages), () => process.exit());
`;

const source = join(import.meta.dirname, '../src');
const run = promisify(execFile);
const MOST_BYTES = 16 * 1024 * 1024;

interface Drawn {
  name: string;
  locale: string;
  empty: string;
  filled: string;
}

/** A page in one language, as shown before the app has loaded. */
export interface Poster {
  name: string;
  locale: string;
  /** Style elements for the head. */
  styles: string;
  /** HTML that the app replaces, as a template. Its argument is the page's data, or an empty string. */
  body: string;
}

/** Renders the posters of `src/app/poster.tsx` in each language, in a separate process that loads the app's code. */
export async function makePosters(): Promise<Poster[]> {
  // Inside `node_modules`, so that Node finds the packages.
  const cache = join(source, '../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'posters-'));
  try {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      resolve: { alias: { '@': source } },
      define: { __BUILD_ID__: '""' },
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: {
          input: join(source, 'app/poster.tsx'),
          output: { entryFileNames: 'poster.mjs' },
        },
      },
    });
    const messages = Object.fromEntries(
      locales.map((locale) => [locale, readNamespaces(locale).messages]),
    );
    await writeFile(join(folder, 'messages.json'), JSON.stringify(messages));
    await writeFile(join(folder, 'draw.mjs'), DRAW);
    const { stdout } = await run(process.execPath, [join(folder, 'draw.mjs')], {
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: MOST_BYTES,
    });
    return (JSON.parse(stdout) as Drawn[]).map(({ name, locale, empty, filled }) => ({
      name,
      locale,
      ...put({ empty, filled: fillable(filled, messages[locale]) }),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const OF_PAGE = /<style data-emotion="\S+-global [^"]*">.*?<\/style>/gs;
const STYLE = /<style data-emotion="(\S+) ([^"]*)">(.*?)<\/style>/gs;

/**
 * Separates the styles from the HTML: each global style keeps its element, all others share one. By their names
 * Emotion finds them when the app starts and does not insert them again, which saves a fifth of its start.
 */
export function splitPoster(html: string): Pick<Poster, 'styles' | 'body'> {
  const ofPage: string[] = [];
  const rules = new Map<string, string>();
  let own = '';
  const body = html.replaceAll(STYLE, (style, key: string, names: string, css: string) => {
    if (key.endsWith('-global')) {
      ofPage.push(style);
    } else {
      own = key;
      rules.set(names, css);
    }
    return '';
  });
  const others = `<style data-emotion="${own} ${[...rules.keys()].join(' ')}">${[...rules.values()].join('')}</style>`;
  // Input before the app has loaded would be lost; links work without it.
  return {
    styles: ofPage.join('') + others,
    body: body.replaceAll(/<(input|button|select) /g, '<$1 inert '),
  };
}

const VARIABLE = /(--mui-[\w-]+):([^;}]*);?/g;
const USED = /var\((--mui-[\w-]+)/g;
const THEME = /<style data-emotion="[^"]*">(:root\{--mui-.*?)<\/style>/s;

/**
 * Removes unused variables of the theme from the styles, about nine in ten. Their element loses its Emotion name, so
 * that the app inserts all variables later.
 */
export function withUsedVariables(styles: string, body: string): string {
  const [whole = '', theme = ''] = THEME.exec(styles) ?? [];
  const usedIn = (text: string) => [...text.matchAll(USED)].map(([, name = '']) => name);
  const used = new Set(usedIn(styles.replace(whole, '') + body));
  const values = [...theme.matchAll(VARIABLE)];
  // Iteration includes elements that the loop adds.
  for (const name of used) {
    for (const [, of, value = ''] of values) {
      if (of === name) for (const other of usedIn(value)) used.add(other);
    }
  }
  const kept = theme.replaceAll(VARIABLE, (text, name) => (used.has(name) ? text : ''));
  return styles.replace(whole, () => whole && `<style>${kept}</style>`);
}

/** Combines both into one poster, which depends on whether its data exists. */
function put({ empty, filled }: Record<'empty' | 'filled', string>) {
  // Both have the same global styles.
  const { styles } = splitPoster(
    empty && filled ? empty.replace(OF_PAGE, '') + filled : empty + filled,
  );
  const [without, having] = [splitPoster(empty).body, splitPoster(filled).body];
  return {
    styles: withUsedVariables(styles, without + having),
    body: `{{ with index .Args 0 }}${having}{{ else }}${without}{{ end }}`,
  };
}

// Values that the app formats from unknown data, in each language.
const UNKNOWN = /~~|NaN|ليس رقم|2001/;
const FIRST_OF_MANY = '{{ if $i }}loading="lazy"{{ else }}fetchpriority="high"{{ end }}';

/** Converts the marks of `src/app/posterMarks.ts` into template actions. */
export function fillable(html: string, messages: unknown): string {
  return (
    html
      // The rendered row is repeated for each record.
      .replace(
        /<li>(?:(?!<\/li>).)*~\..*?<\/li>/s,
        (row) =>
          `{{ range $i, $row := .data }}${row.replace('loading="lazy"', FIRST_OF_MANY)}{{ end }}`,
      )
      .replaceAll(
        /<img [^>]*?src="~(\.[\w.]+)~"[^>]*>/g,
        (picture, field) => `{{ if ${field} }}${prompt(picture)}{{ end }}`,
      )
      .replaceAll(/ (?:aria-label|title)="([^"]*)"/g, (attribute, text) =>
        UNKNOWN.test(text) ? '' : attribute,
      )
      .replaceAll(/>([^<>]*(?:<!-- -->[^<>]*)*)</g, (text, content) =>
        UNKNOWN.test(content) ? '>&nbsp;<' : text,
      )
      .replaceAll(
        /(\w+)\.~(\.[\w.]+)~/g,
        (_, noun, field) => `{{ html (index (dict ${pairs(messages, noun)}) ${field}) }}`,
      )
      .replaceAll(/~(\.[\w.]+)~/g, '{{ html $1 }}')
  );
}

const prompt = (picture: string) =>
  picture.includes('fetchpriority')
    ? picture
    : picture.replace('<img ', '<img fetchpriority="high" ');

/** Returns a noun's values and texts as arguments of the template function `dict`. */
const pairs = (messages: unknown, noun: string) =>
  Object.entries((messages as Record<string, Record<string, string>>)[noun] ?? {})
    .flat()
    .map((text) => JSON.stringify(text))
    .join(' ');
