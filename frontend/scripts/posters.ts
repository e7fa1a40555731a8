import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { locales, readArea } from './messages.ts';

/** The process that draws them, beside the built `poster.tsx`. */
const DRAW = `
import { readFileSync } from 'node:fs';
// What the app asks of its page as soon as it is loaded; there is none here.
globalThis.window = { addEventListener() {}, location: new URL('http://localhost') };
const { names, render } = await import('./poster.mjs');
const messages = JSON.parse(readFileSync(new URL('messages.json', import.meta.url)));
const pages = [];
for (const locale in messages)
  for (const name of names)
    pages.push({ name, locale, html: await render(name, locale, messages[locale]) });
// What the app opens would keep the process.
process.stdout.write(JSON.stringify(pages), () => process.exit());
`;

const source = join(import.meta.dirname, '../src');
const run = promisify(execFile);
const MOST_BYTES = 16 * 1024 * 1024;

/** A page as it is before the app has come, in a language. */
export interface Poster {
  name: string;
  locale: string;
  /** Its styles, for the head. */
  styles: string;
  /** Its HTML, which the app replaces. */
  body: string;
}

/**
 * Draws the posters of `src/app/poster.tsx` in each language, in a process of their own: the app's code is
 * started there as in a browser.
 */
export async function makePosters(): Promise<Poster[]> {
  // Within reach of the packages.
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
    const messages = locales.map((locale) => [locale, readArea(locale, 'messages')]);
    await writeFile(join(folder, 'messages.json'), JSON.stringify(Object.fromEntries(messages)));
    await writeFile(join(folder, 'draw.mjs'), DRAW);
    const { stdout } = await run(process.execPath, [join(folder, 'draw.mjs')], {
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: MOST_BYTES,
    });
    const drawn = JSON.parse(stdout) as { name: string; locale: string; html: string }[];
    return drawn.map(({ html, ...rest }) => ({ ...rest, ...parted(html) }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const STYLE = /<style data-emotion="(\S+) ([^"]*)">(.*?)<\/style>/gs;

/**
 * Takes the styles out of the HTML: those of the whole page each for itself, all others in one element. Emotion
 * finds them by their names when the app starts and does not make them again, a fifth of its work at the start.
 */
export function parted(html: string): Pick<Poster, 'styles' | 'body'> {
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
  // What is typed or pressed before the app has come would be lost; links lead on by themselves.
  return {
    styles: ofPage.join('') + others,
    body: body.replaceAll(/<(input|button) /g, '<$1 inert '),
  };
}
