/*
 * Opens the home page, the catalogue and a training of the last build, as a new visitor in each language. It adds the
 * compressed sizes of all files that each page loads before it is idle, the page included. It fails above the budgets
 * of JavaScript, messages, fonts and the total. It needs dist/ and a browser: ITQAN_CHROMIUM, or Playwright's own.
 * --list prints every file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { answerForServices, trainings } from '../e2e/services.ts';

interface Most {
  bytes: number;
  files: number;
}

// React, the router, i18next and the core of MUI are 164 kB of each. The catalogue adds queries and fields, but no
// calendar and no schemas. A training adds queries and the configured payment methods, and in Arabic a Latin font for
// its code. `sent` excludes about 12 kB that a browser also loads: headers, API responses, the icon and the manifest.
interface Budget extends Most {
  poster: string;
  sent: number;
  fonts?: Most;
}

const BUDGETS: Record<string, Budget> = {
  '/': { bytes: 200_000, files: 10, poster: 'home', sent: 212_000 },
  '/trainings': { bytes: 230_000, files: 10, poster: 'trainings', sent: 238_000 },
  '/trainings/t1': {
    bytes: 232_000,
    files: 10,
    poster: 'training',
    sent: 255_000,
    fonts: { bytes: 36_000, files: 2 },
  },
};
// Other limits: the messages of the first pages only, and no font of another language for a single word.
const MOST: Record<string, Record<string, Most>> = {
  en: { messages: { bytes: 5_000, files: 1 }, fonts: { bytes: 16_000, files: 1 } },
  ar: { messages: { bytes: 6_500, files: 1 }, fonts: { bytes: 21_000, files: 1 } },
};

const PHONE = { width: 412, height: 823 };

const dist = join(import.meta.dirname, '../dist');

interface Loaded {
  path: string;
  kind: string;
  bytes: number;
  sent: number;
}

const kinds: readonly [string, RegExp][] = [
  ['JavaScript', /\.js$/],
  ['styles', /\.css$/],
  ['messages', /^\/_i18n\//],
  ['fonts', /\.woff2$/],
];

/** Returns the files of the build that a browser loads for a page in a language. */
async function firstLoad(path: string, locale: string): Promise<Loaded[]> {
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
  const browser = await chromium.launch({
    executablePath: process.env.ITQAN_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    // Without the service worker, which is loaded after the page. On a phone, which loads filters on demand.
    const page = await browser.newPage({ locale, serviceWorkers: 'block', viewport: PHONE });
    await answerForServices(page);
    // A full page of trainings, so that the footer's Latin letters are far below the first screen.
    const [training] = trainings.data;
    const many = Array.from({ length: 12 }, (_, index) => ({ ...training, id: `t${index + 1}` }));
    await page.route('**/api/v1/trainings?**', (route) =>
      route.fulfill({ json: { data: many, meta: { page: 1, page_size: 12, total: 12 } } }),
    );
    const general = { support_email: 'support@itqan.example', support_phone: '+966110000000' };
    await page.route('**/api/v1/web?part=settings', (route) =>
      route.fulfill({ json: { settings: { general }, categoryMenu: null } }),
    );
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
  // Fonts are already compressed.
  if (kind === 'fonts') return [{ path, kind, bytes: content.length, sent: content.length }];
  const sent = brotliCompressSync(content).length;
  return [{ path, kind, bytes: gzipSync(content).length, sent }];
}

/** Returns the size of the page with its poster, before the web server fills in data. */
function pageSize(poster: string, locale: string): number {
  const parts = ['head', 'links', 'body'].map((part) => `posters/${poster}.${locale}.${part}.html`);
  const html = ['page.html', ...parts]
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('');
  // The page is compressed per request, at a lower quality than built files.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return brotliCompressSync(html, { params }).length;
}

const sum = (files: Loaded[]) => files.reduce((total, { bytes }) => total + bytes, 0);

async function weighPage(path: string, budget: Budget, locale: string) {
  const files = await firstLoad(path, locale);
  let isTooMuch = false;
  for (const [kind] of kinds) {
    const ofKind = files.filter((file) => file.kind === kind);
    const known = kind === 'fonts' && locale === 'ar' ? budget.fonts : undefined;
    const most = kind === 'JavaScript' ? budget : (known ?? MOST[locale]?.[kind]);
    const limit = most ? `, at most ${most.bytes / 1000} kB in ${most.files}` : '';
    const size = (sum(ofKind) / 1000).toFixed(1);
    console.log(`${path} ${locale} ${kind}: ${size} kB gzip in ${ofKind.length} files${limit}`);
    if (most && (sum(ofKind) > most.bytes || ofKind.length > most.files)) isTooMuch = true;
  }
  const sent = files.reduce((total, file) => total + file.sent, pageSize(budget.poster, locale));
  const size = `${(sent / 1000).toFixed(1)} kB, at most ${budget.sent / 1000}`;
  console.log(`${path} ${locale} as it is sent, with the page: ${size}`);
  if (sent > budget.sent) isTooMuch = true;
  if (process.argv.includes('--list') || isTooMuch) console.table(files);
  if (isTooMuch) process.exitCode = 1;
}

for (const [path, budget] of Object.entries(BUDGETS)) {
  for (const locale of ['en', 'ar']) await weighPage(path, budget, locale);
}
