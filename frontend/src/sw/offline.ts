/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/*
 * What the site keeps for times without a network: its page, the files of what was visited, and what
 * certificates are verified with. Pages and what changes come from the network whenever it answers, so nothing
 * here outlives a deployment; of what services answer nothing else is kept.
 */

/** The page, under one address: whatever is opened, it is the same but for its head and its poster. */
const PAGE = '/';
const PAGES = 'page';
const ISSUER = 'issuer';
/** Two generations of built files are kept, because an open page may use the previous one. */
const FILES = 'files ';

/** The time after which a cached response beats waiting. */
const PATIENCE_MS = 4_000;

/** Built files have their content's hash in their address. */
const isHashed = (path: string) => path.startsWith('/assets/') || path.startsWith('/_i18n/');
const isBeside = (path: string) => /^\/(boot\.(js|css)|favicon\.svg)$/.test(path);
const isIssuer = (path: string) =>
  /^\/api\/v1\/credentials\/(jwks\.json|status-lists\/\d+)$/.test(path);

// What is kept is looked up by its address alone, whatever the server varies its answers by.
const byAddress = { ignoreVary: true } as const;

const isKept = (response: Response) => response.status === 200 && response.type === 'basic';

async function keep(cacheName: string, address: string, response: Response): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(address, response);
  } catch {
    // The disk is full, or storage is forbidden: the site works as it does without.
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
  // Also an answer that comes too late for this time. What is not ours is not kept, such as a refusal.
  const keeping = asked.then((answer) => (isKept(answer) ? keepAnswer(answer.clone()) : undefined));
  event.waitUntil(keeping.catch(() => undefined));
  const first = await Promise.race([asked.catch(() => undefined), after(PATIENCE_MS)]);
  if (first) return first;
  const kept = await (await caches.open(cacheName)).match(address, byAddress);
  return kept ?? asked;
}

/** The generation of built files that a page belongs to: its entry's name changes with every build. */
const getBuildId = (html: string) => /src="(\/assets\/[^"]+)"/.exec(html)?.[1];

const generations = async () => (await caches.keys()).filter((name) => name.startsWith(FILES));

// Asked for with every file, and the same until a page of another build comes.
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
  // Such as the page of a network that wants to be paid first.
  if (!generation) return;
  await keep(PAGES, PAGE, withoutPoster(html, answer));
  const kept = await generations();
  if (kept.includes(FILES + generation)) return;
  await caches.open(FILES + generation);
  current = null;
  // They stand in the order in which they were made.
  for (const name of kept.slice(0, -1)) await caches.delete(name);
}

/** A built file: kept ones never change. */
async function file(event: FetchEvent, address: string): Promise<Response> {
  const generation = await currentFiles();
  if (!generation) return fetch(event.request);
  const own = await (await caches.open(generation)).match(address, byAddress);
  if (own) return own;
  // Perhaps of the build before: the same content has the same name.
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
  // From the browser's own memory mostly; what fails is fetched on the next visit.
  await Promise.all(wanted.map((address) => cache.add(address).catch(() => undefined)));
}

/** Answers a request that the offline cache covers; null leaves it to the browser. */
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
