import * as z from 'zod/mini';

/** Paths of the service; the service worker caches their responses. */
const KEYS = '/api/v1/credentials/jwks.json';
const LISTS = /^\/api\/v1\/credentials\/status-lists\/\d+$/;

const keySet = z.object({
  issuer: z.string(),
  keys: z.array(z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string() })),
});

// Separate, because keys cached before the introduction of lists still verify.
const listed = z.object({ status_lists: z.array(z.string()) });

/** The issuer of certificates, as published by this site. */
export interface Issuer {
  /** The issuer's ID in credentials. */
  id: string;
  keys: z.infer<typeof keySet>['keys'];
}

/** Published content with the time of its response; offline it may be days old. */
export interface Published<Content> {
  content: Content;
  at: Date;
}

async function fetchPublished(path: string): Promise<Published<string> | null> {
  // Plain `fetch` without the session: the content is the same for everyone, and the service worker
  // caches it.
  const answer = await fetch(path, { credentials: 'omit' }).catch(() => null);
  if (!answer?.ok) return null;
  const date = answer.headers.get('date');
  // Read the body to its end, because an unread response keeps its connection.
  const content = await answer.text().catch(() => null);
  return content === null ? null : { content, at: date ? new Date(date) : new Date() };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the issuer's keys; null if offline without a cached copy. */
export async function readIssuer(): Promise<Published<Issuer> | null> {
  const answer = await fetchPublished(KEYS);
  if (!answer) return null;
  const parsed = keySet.safeParse(parsedJson(answer.content));
  if (!parsed.success) return null;
  return { at: answer.at, content: { id: parsed.data.issuer, keys: parsed.data.keys } };
}

/** A signed status list; null if it is another site's or unavailable. */
export async function readStatusList(url: string): Promise<Published<string> | null> {
  const { pathname } = new URL(url);
  if (!LISTS.test(pathname)) return null;
  // Uses only the path, so that the list always comes from this site.
  return fetchPublished(pathname);
}

/** Fetches keys and status lists so that the service worker has them offline. */
export async function keepForLater(): Promise<void> {
  const answer = await fetchPublished(KEYS);
  const parsed = listed.safeParse(parsedJson(answer?.content ?? ''));
  if (parsed.success) await Promise.all(parsed.data.status_lists.map(readStatusList));
}
