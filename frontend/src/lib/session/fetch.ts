import { ApiProblem, createNoAnswerProblem, parseProblem } from '@/api/problem';
import { loadMessages } from '@/i18n';
import { pause } from '@/lib/pause';
import { hasCollector } from '@/lib/reporting';
import { refreshToken } from './refresh';
import { readProfileId, readToken, tokenExpiry } from './token';

// Refresh this long before the expiry, so that a token does not expire in transit.
const MARGIN_MS = 30_000;

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const RETRIES = 3;
/** Retries for a lost response or a brief outage. */
const LOST = new Set([0, 502, 503, 504]);

let onSessionEnd: () => void = () => {};

/** Registers the handler for a session that the server no longer accepts. */
export function receiveSessionEnd(receiver: () => void): void {
  onSessionEnd = receiver;
}

/**
 * The `fetch` of all calls to our services: adds the bearer token, `x-profile` and credentials. It
 * refreshes the token before it expires, and once after a 401. Writes have an idempotency key, so
 * they are retried up to three times after a lost response.
 * @throws ApiProblem for every response other than success, and without a response
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
  // Another window signed out, or the cookies were cleared: nothing is left to refresh.
  if (response.status === 401 && !readToken()) onSessionEnd();
  if (!response.ok) throw await problemWithText(response);
  return response;
}

/** Parses the problem and loads the messages for its text, which first pages load without. */
async function problemWithText(response: Response): Promise<ApiProblem> {
  const [problem] = await Promise.all([
    parseProblem(response),
    // Without the messages the server's text is shown.
    loadMessages().catch(() => undefined),
  ]);
  return problem;
}

async function usableToken(outlivesPage = false): Promise<string | null> {
  const token = readToken();
  // A closing page has no time for a refresh.
  const margin = outlivesPage ? 0 : MARGIN_MS;
  if (!token || tokenExpiry(token) - Date.now() > margin) return token;
  return refreshOnce(token);
}

/** Ensures a token that is valid for half a minute, for calls with `keepalive`. */
export async function prepareKeepalive(): Promise<void> {
  // The call itself will fail and report the error.
  await usableToken().catch(() => null);
}

async function refreshOnce(token: string): Promise<string | null> {
  try {
    return await refreshToken(token);
  } catch (error) {
    // Only a refusal ends the session; an unreachable or failing server does not.
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
  // The `traceparent` flag leaves the sampling decision to the services.
  if (hasCollector()) headers.set('traceparent', `00-${randomHex(16)}-${randomHex(8)}-00`);
  try {
    return await fetch(new Request(request, { headers, credentials: 'include' }));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw createNoAnswerProblem();
  }
}
