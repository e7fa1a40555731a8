import * as z from 'zod/mini';

/** As the service has them; the service worker keeps what they answer. */
const KEYS = '/api/v1/credentials/jwks.json';
const LISTS = /^\/api\/v1\/credentials\/status-lists\/\d+$/;

const keySet = z.object({
  issuer: z.string(),
  keys: z.array(z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string() })),
});

/** Who signs certificates, as this site publishes it. */
export interface Issuer {
  /** As credentials name it. */
  id: string;
  keys: z.infer<typeof keySet>['keys'];
}

/** What was published, and when this browser was given it: without a network that may be days ago. */
export interface Published<Content> {
  content: Content;
  at: Date;
}

async function ask(path: string): Promise<Published<Response> | null> {
  // Plain, since it is no business of the session: the same for everybody, and kept by the service worker.
  const answer = await fetch(path, { credentials: 'omit' }).catch(() => null);
  if (!answer?.ok) return null;
  const date = answer.headers.get('date');
  return { content: answer, at: date ? new Date(date) : new Date() };
}

/** The issuer's keys; null when nobody answers and none are kept. */
export async function readIssuer(): Promise<Published<Issuer> | null> {
  const answer = await ask(KEYS);
  const parsed = keySet.safeParse(await answer?.content.json().catch(() => null));
  if (!answer || !parsed.success) return null;
  return { at: answer.at, content: { id: parsed.data.issuer, keys: parsed.data.keys } };
}

/** A list of revoked credentials as it is signed; null when it is another site's, or cannot be had. */
export async function readStatusList(url: string): Promise<Published<string> | null> {
  const { pathname } = new URL(url);
  if (!LISTS.test(pathname)) return null;
  // By its path alone: whatever host the credential names, its list is read from this site.
  const answer = await ask(pathname);
  return answer && { at: answer.at, content: await answer.content.text() };
}

/** The lists that there are; each has a place for 131,072 credentials. */
const MOST_LISTS = 8;

/** Asks for keys and lists, so that the service worker has them when there is no network. */
export async function keepForLater(): Promise<void> {
  if (!(await ask(KEYS))) return;
  for (let number = 0; number < MOST_LISTS; number += 1) {
    if (!(await ask(`/api/v1/credentials/status-lists/${number}`))) return;
  }
}
