/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/* The offline cache: the page, the files of visited screens, and the keys and lists for verifying
   certificates. Pages and changing content come from the network if it responds, so no cached page
   outlives a deployment. Other responses of services are not cached. */

/** The page's cache key; all pages have the same HTML except for the head and the poster. */
const PAGE = '/';
const PAGES = 'page';
const ISSUER = 'issuer';
/** Two generations of built files are kept, because an open page may use the previous one. */
const FILES = 'files ';

/** The time after which a cached response beats waiting. */
const PATIENCE_MS = 4_000;

/** Built files have a content hash in their URL. */
const isHashed = (path: string) => path.startsWith('/assets/') || path.startsWith('/_i18n/');
const isBeside = (path: string) => /^\/(boot\.(js|css)|favicon\.svg)$/.test(path);
const isIssuer = (path: string) =>
  /^\/api\/v1\/credentials\/(jwks\.json|status-lists\/\d+)$/.test(path);

// Look up by URL only, ignoring the `Vary` header.
const byAddress = { ignoreVary: true } as const;

const isKept = (response: Response) => response.status === 200 && response.type === 'basic';

async function keep(cacheName: string, address: string, response: Response): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(address, response);
  } catch {
    // The disk is full or storage is forbidden; the site works without the cache.
  }
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** Returns the network's response and caches it; after the timeout the cached one. */
async function fromNetwork(
  event: FetchEvent,
  asked: Promise<Response>,
  cacheName: string,
  address: string,
  keepAnswer = (answer: Response) => keep(cacheName, address, answer),
): Promise<Response> {
  // Also cache a response that arrives after the timeout. Other origins' responses and failures are
  // not cached.
  const keeping = asked.then((answer) => (isKept(answer) ? keepAnswer(answer.clone()) : undefined));
  event.waitUntil(keeping.catch(() => undefined));
  const first = await Promise.race([asked.catch(() => undefined), after(PATIENCE_MS)]);
  if (first) return first;
  const kept = await (await caches.open(cacheName)).match(address, byAddress);
  return kept ?? asked;
}

/** Returns the build of a page: the name of its entry script changes with every build. */
const getBuildId = (html: string) => /src="(\/assets\/[^"]+)"/.exec(html)?.[1];

const generations = async () => (await caches.keys()).filter((name) => name.startsWith(FILES));

// Memoized, because every file needs it and only a new build changes it.
let current: Promise<string | undefined> | null = null;

function currentFiles(): Promise<string | undefined> {
  current ??= generations().then((kept) => kept.at(-1));
  return current;
}

/** The poster, which is valid only at its own URL (scripts/page-plugin.ts). */
const POSTER = /<!--poster-->.*?<!--\/poster-->/gs;

function withoutPoster(html: string, answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html.replaceAll(POSTER, ''), { headers });
}

/** Caches a page, and deletes files of all builds but this and the previous one. */
async function keepPage(answer: Response): Promise<void> {
  const html = await answer.text();
  const generation = getBuildId(html);
  // Such as the login page of a captive portal.
  if (!generation) return;
  await keep(PAGES, PAGE, withoutPoster(html, answer));
  const kept = await generations();
  if (kept.includes(FILES + generation)) return;
  await caches.open(FILES + generation);
  current = null;
  // Caches are listed in order of creation.
  for (const name of kept.slice(0, -1)) await caches.delete(name);
}

/** Returns a built file, cache first, because built files never change. */
async function file(event: FetchEvent, address: string): Promise<Response> {
  const generation = await currentFiles();
  if (!generation) return fetch(event.request);
  const own = await (await caches.open(generation)).match(address, byAddress);
  if (own) return own;
  // It may be from the previous build: the same content has the same name.
  const response = (await caches.match(address, byAddress)) ?? (await fetch(event.request));
  if (isKept(response)) event.waitUntil(keep(generation, address, response.clone()));
  return response;
}

/** Caches the files that the first page loaded before the worker was active. */
export async function cacheLoadedFiles(addresses: readonly string[]): Promise<void> {
  const page = await fetch(PAGE).catch(() => null);
  if (page && isKept(page)) await keepPage(page);
  const generation = await currentFiles();
  if (!generation) return;
  const cache = await caches.open(generation);
  const wanted = addresses.filter((address) => isHashed(address) || isBeside(address));
  // Mostly from the browser's HTTP cache; failed files are fetched on the next visit.
  await Promise.all(wanted.map((address) => cache.add(address).catch(() => undefined)));
}

/** Responds to requests that the offline cache covers; null leaves them to the browser. */
export function answer(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return null;
  if (request.mode === 'navigate') {
    if (pathname.startsWith('/api/')) return null;
    const asked = Promise.resolve<Response | undefined>(event.preloadResponse);
    return fromNetwork(
      event,
      asked.then((preloaded) => preloaded ?? fetch(request)),
      PAGES,
      PAGE,
      keepPage,
    );
  }
  if (isHashed(pathname)) return file(event, pathname);
  if (isIssuer(pathname)) return fromNetwork(event, fetch(request), ISSUER, pathname);
  if (isBeside(pathname)) {
    return currentFiles().then((generation) =>
      generation ? fromNetwork(event, fetch(request), generation, pathname) : fetch(request),
    );
  }
  return null;
}
