/*
 * Opens the home page, the catalogue and a training of the last build in a browser, as a new visitor, and weighs what each loads
 * before it is idle. Fails when that is more JavaScript than the budget, or more of messages or fonts than there may be. Needs dist/ and the
 * browser that ITQAN_CHROMIUM names, or Playwright's own. With --list every file is named.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { answerForServices } from '../e2e/services.ts';

// React, the router, i18next and the core of MUI are 164 kB of it.
// The catalogue has the queries and fields besides, but no calendar and no schemas; a training the queries.
const BUDGETS: Record<string, { bytes: number; files: number }> = {
  '/': { bytes: 200_000, files: 10 },
  '/trainings': { bytes: 230_000, files: 10 },
  '/trainings/t1': { bytes: 232_000, files: 10 },
};
// Of what else: the messages of the first pages alone, no whole font for one letter, no Arabic one for one word.
const MOST: Record<string, Record<string, { bytes: number; files: number }>> = {
  en: { messages: { bytes: 5_000, files: 1 }, fonts: { bytes: 16_000, files: 1 } },
  ar: { messages: { bytes: 6_500, files: 1 }, fonts: { bytes: 55_000, files: 4 } },
};

const PHONE = { width: 412, height: 823 };

const dist = join(import.meta.dirname, '../dist');

interface Loaded {
  path: string;
  kind: string;
  bytes: number;
}

const kinds: readonly [string, RegExp][] = [
  ['JavaScript', /\.js$/],
  ['styles', /\.css$/],
  ['messages', /^\/_i18n\//],
  ['fonts', /\.woff2$/],
];

/** What the browser asks of the build for a page in a language. */
async function firstLoad(path: string, locale: string): Promise<Loaded[]> {
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
  const browser = await chromium.launch({
    executablePath: process.env.ITQAN_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    // The worker is fetched after the page and without it.
    // On a phone, where the filters come when they are opened.
    const page = await browser.newPage({ locale, serviceWorkers: 'block', viewport: PHONE });
    await answerForServices(page);
    const paths = new Set<string>();
    page.on('request', (request) => paths.add(new URL(request.url()).pathname));
    const address = new URL(path, server.resolvedUrls?.local[0]);
    await page.goto(address.href, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return [...paths].flatMap(weigh);
  } finally {
    await browser.close();
    await server.close();
  }
}

function weigh(path: string): Loaded[] {
  const kind = kinds.find(([, pattern]) => pattern.test(path))?.[0];
  const file = join(dist, path);
  if (!kind || !existsSync(file)) return [];
  const content = readFileSync(file);
  // Fonts are compressed in themselves.
  return [{ path, kind, bytes: kind === 'fonts' ? content.length : gzipSync(content).length }];
}

const sum = (files: Loaded[]) => files.reduce((total, { bytes }) => total + bytes, 0);

async function weighPage(path: string, budget: { bytes: number; files: number }, locale: string) {
  const files = await firstLoad(path, locale);
  let isTooMuch = false;
  for (const [kind] of kinds) {
    const ofKind = files.filter((file) => file.kind === kind);
    const most = kind === 'JavaScript' ? budget : MOST[locale]?.[kind];
    const limit = most ? `, at most ${most.bytes / 1000} kB in ${most.files}` : '';
    const size = (sum(ofKind) / 1000).toFixed(1);
    console.log(`${path} ${locale} ${kind}: ${size} kB gzip in ${ofKind.length} files${limit}`);
    if (most && (sum(ofKind) > most.bytes || ofKind.length > most.files)) isTooMuch = true;
  }
  if (process.argv.includes('--list') || isTooMuch) console.table(files);
  if (isTooMuch) process.exitCode = 1;
}

for (const [path, budget] of Object.entries(BUDGETS)) {
  for (const locale of ['en', 'ar']) await weighPage(path, budget, locale);
}
