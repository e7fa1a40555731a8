import { ApiProblem, createNoAnswerProblem, parseProblem } from '@/api/problem';
import { loadMessages } from '@/i18n';
import { pause } from '@/lib/pause';
import { hasCollector } from '@/lib/reporting';
import { refreshToken } from './refresh';
import { readProfileId, readToken, tokenExpiry } from './token';

// Refreshed this long before the end, so that a token does not expire on its way.
const MARGIN_MS = 30_000;

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const RETRIES = 3;
/** The answer may be lost, or the service away for a moment. */
const LOST = new Set([0, 502, 503, 504]);

let onSessionEnd: () => void = () => {};

/** Registers the handler for a session that the server no longer accepts. */
export function receiveSessionEnd(receiver: () => void): void {
  onSessionEnd = receiver;
}

/**
 * The `fetch` of all calls to our services: adds the bearer token, `x-profile` and credentials. It
 * refreshes the token before it expires, and once after a 401. Writes have an idempotency key, so
 * they are retried up to three times when the answer is lost.
 * @throws ApiProblem for every answer other than success, and when no answer arrives
 */
export async function sessionFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(
    typeof input === 'string' ? new URL(input, window.location.origin) : input,
    init,
  );
  if (WRITES.has(request.method) && !request.headers.has('idempotency-key'))
    request.headers.set('idempotency-key', randomHex(16));
  for (let retries = 0; ; retries++) {
    try {
      return await sendOnce(request.clone());
    } catch (error) {
      if (!isRepeatable(request, error) || retries === RETRIES) throw error;
      await pause(error.retryAfter ?? 2 ** retries);
    }
  }
}

function isRepeatable(request: Request, error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    WRITES.has(request.method) &&
    !request.signal.aborted &&
    (LOST.has(error.status) || error.code === 'request.in_progress')
  );
}

async function sendOnce(request: Request): Promise<Response> {
  const token = await usableToken(request.keepalive);
  let response = await send(request.clone(), token);
  if (response.status === 401 && token) {
    const fresh = await refreshOnce(token);
    if (fresh) response = await send(request, fresh);
  }
  // Signed out in another window, or the cookies were cleared: there is nothing left to refresh.
  if (response.status === 401 && !readToken()) onSessionEnd();
  if (!response.ok) throw await problemWithText(response);
  return response;
}

/** Parses the problem and loads the messages for its text, which first pages load without. */
async function problemWithText(response: Response): Promise<ApiProblem> {
  const [problem] = await Promise.all([
    parseProblem(response),
    // Without them the server's own words are shown.
    loadMessages().catch(() => undefined),
  ]);
  return problem;
}

async function usableToken(outlivesPage = false): Promise<string | null> {
  const token = readToken();
  // A page that is being closed has no time for a refresh.
  const margin = outlivesPage ? 0 : MARGIN_MS;
  if (!token || tokenExpiry(token) - Date.now() > margin) return token;
  return refreshOnce(token);
}

/** Ensures a token that is valid for half a minute, for calls with `keepalive`. */
export async function prepareKeepalive(): Promise<void> {
  // What is refused here is refused again, and told, when the call is made.
  await usableToken().catch(() => null);
}

async function refreshOnce(token: string): Promise<string | null> {
  try {
    return await refreshToken(token);
  } catch (error) {
    // Only a refusal ends the session; an unreachable or failing server says nothing about it.
    if (
      error instanceof ApiProblem &&
      error.status >= 400 &&
      error.status < 500 &&
      error.status !== 429
    ) {
      onSessionEnd();
      return null;
    }
    throw error;
  }
}

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

async function send(request: Request, token: string | null): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, application/problem+json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  const profileId = readProfileId();
  if (profileId) headers.set('x-profile', profileId);
  // The services decide which traces are kept, hence the last part.
  if (hasCollector()) headers.set('traceparent', `00-${randomHex(16)}-${randomHex(8)}-00`);
  try {
    return await fetch(new Request(request, { headers, credentials: 'include' }));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw createNoAnswerProblem();
  }
}
