import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

const dist = join(import.meta.dirname, '../dist');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

const KEYS = '/api/v1/credentials/jwks.json';

/** A web server that can be down, slow, or serve another build. */
class Site {
  url = '';
  state: 'up' | 'down' | 'slow' = 'up';
  /** Name of the build, in a meta tag and in the entry script's URL. */
  build = 'first';
  user: unknown = null;
  readonly asked: string[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    this.asked.push(path);
    if (this.state === 'down') request.socket.destroy();
    else if (this.state === 'slow' && !path.startsWith('/assets/')) {
      // Never responds.
    } else void this.answer(path, response);
  });

  private async answer(path: string, response: ServerResponse): Promise<void> {
    if (path.startsWith('/api/')) return this.answerCall(path, response);
    const name = extname(path) ? path : '/index.html';
    const content = await readFile(join(dist, name)).catch(() => null);
    if (!content) return void response.writeHead(404).end();
    const isPage = name === '/index.html';
    response.writeHead(200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
      vary: 'Accept-Language, Cookie',
    });
    response.end(isPage ? this.page(content.toString()) : content);
  }

  private page(html: string): string {
    return html
      .replace('<head>', `<head><meta name="build" content="${this.build}">`)
      .replace(/src="(\/assets\/[^"]+)"/, `src="$1?${this.build}"`);
  }

  private answerCall(path: string, response: ServerResponse): void {
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (path === KEYS) json(200, { issuer: 'did:web:site', keys: [] });
    else if (path === '/api/v1/auth/authenticated' && this.user) json(200, this.user);
    else if (path === '/api/v1/web') {
      json(200, { settings: null, categoryMenu: [] });
    } else json(503, { status: 503, code: 'service.unavailable' });
  }

  async start(): Promise<void> {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }
}

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
  site: async ({}, use) => {
    const site = new Site();
    await site.start();
    await use(site);
    await site.stop();
  },
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const build = (page: Page) => page.locator('meta[name=build]').getAttribute('content');

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return found;
  });

/** Opens a page and waits until the service worker has cached it. */
async function visit(page: Page, site: Site, path: string): Promise<void> {
  await page.goto(site.url + path);
  await expect(heading(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect
    .poll(async () => {
      const kept = await keptPaths(page);
      const files = Object.entries(kept).find(([name]) => name.startsWith('files '))?.[1] ?? [];
      return kept.page?.length === 1 && files.some((file) => file.endsWith('/messages.json'));
    })
    .toBe(true);
  // The messages are among the last files; wait for the others.
  await page.evaluate(() => navigator.serviceWorker.ready);
}

test('a visited page opens offline and says that it is offline', async ({ page, site }) => {
  await visit(page, site, '/');
  const title = await heading(page).textContent();
  site.state = 'down';
  await page.context().setOffline(true);
  await page.reload();
  await expect(heading(page)).toHaveText(title ?? '');
  await expect(page.getByText(/no connection|offline/i).first()).toBeVisible();
});

test('after a deployment the page shows the new build, also offline', async ({ page, site }) => {
  await visit(page, site, '/');
  for (const name of ['second', 'third']) {
    site.build = name;
    await page.reload();
    expect(await build(page)).toBe(name);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  // The cached page is the newest build; files of the previous build are kept, older ones are not.
  const generations = async () =>
    Object.keys(await keptPaths(page)).filter((name) => name.startsWith('files '));
  await expect
    .poll(generations)
    .toEqual([expect.stringContaining('?second'), expect.stringContaining('?third')]);
  site.state = 'down';
  await page.reload();
  expect(await build(page)).toBe('third');
  await expect(heading(page)).toBeVisible();
});

test('if the network does not respond, the cached page is shown', async ({ page, site }) => {
  await visit(page, site, '/');
  site.state = 'slow';
  await page.reload();
  await expect(heading(page)).toBeVisible();
});

test('of API responses only the issuer’s keys are cached', async ({ page, site }) => {
  await visit(page, site, '/');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  const ask = (path: string) =>
    page.evaluate(async (asked) => (await fetch(asked)).status, path).catch(() => 'unreachable');
  expect(await ask(KEYS)).toBe(200);
  expect(await ask('/api/v1/web')).toBe(200);
  await expect.poll(async () => (await keptPaths(page)).issuer).toEqual([KEYS]);
  const everything = Object.values(await keptPaths(page)).flat();
  expect(everything.filter((path) => path.startsWith('/api/'))).toEqual([KEYS]);
  site.state = 'down';
  expect(await ask(KEYS)).toBe(200);
  expect(await ask('/api/v1/web')).toBe('unreachable');
});

test('a signed-in user stays signed in after an offline reload', async ({ page, site }) => {
  const payload = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 3600 }));
  const token = `x.${payload.toString('base64url')}.x`;
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
  site.user = {
    id: 'u1',
    username: 'sara',
    email: 'sara@example.org',
    phone: '+966500000000',
    name_en: 'Sara Alharbi',
    name_ar: 'سارة الحربي',
    image: null,
    verified_at: '2026-01-01T00:00:00Z',
    second_factor_due: false,
    civil_number: '1000000008',
    passport_number: null,
    passport_country: null,
    identified: true,
    numbers_fixed_at: null,
    locale: 'en',
    profiles: [
      {
        id: 'p1',
        type: 'trainer',
        organization_id: null,
        organization_name_en: null,
        organization_name_ar: null,
        paid: true,
        image: '/favicon.svg',
        image_2x: null,
        approval: { status: 'approved' },
        roles: [],
        permissions: [],
      },
    ],
  };
  await visit(page, site, '/dashboard/account-settings/change-password');
  const title = await heading(page).textContent();
  // Reload through the worker, so that it caches this page's files.
  await page.reload();
  await expect(heading(page)).toHaveText(title ?? '');
  await page.waitForLoadState('networkidle');
  site.state = 'down';
  await page.reload();
  await expect(heading(page)).toHaveText(title ?? '');
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('token');
});
