import { endpoints } from '@/api/endpoints';
import { createNoAnswerProblem, parseProblem } from '@/api/problem';
import { readToken, writeToken } from './token';
import type { SessionGrant, User } from './types';

const LOCK = 'itqan-session-refresh';

let running: Promise<string> | null = null;
let onUser: (user: User) => void = () => {};

/** Registers the callback for the user that comes with a new token. */
export function receiveRefreshedUser(receiver: (user: User) => void): void {
  onUser = receiver;
}

/**
 * Replaces `staleToken` and returns the current token. Concurrent calls share one refresh. Across
 * tabs a lock makes the others use the first tab's token, because the server treats reuse of a
 * refresh token as theft.
 * @throws ApiProblem if the server refuses: the session has ended.
 */
export function refreshToken(staleToken: string): Promise<string> {
  running ??= runExclusively(() => refreshUnlessDone(staleToken)).finally(() => {
    running = null;
  });
  return running;
}

function runExclusively(work: () => Promise<string>): Promise<string> {
  // Web Locks need a secure context; without them only calls within a tab are serialized.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

async function refreshUnlessDone(staleToken: string): Promise<string> {
  const current = readToken();
  if (current && current !== staleToken) return current;
  const response = await fetch(endpoints.refresh, { method: 'POST', credentials: 'include' }).catch(
    () => {
      throw createNoAnswerProblem();
    },
  );
  if (!response.ok) throw await parseProblem(response);
  const grant = (await response.json()) as SessionGrant;
  writeToken(grant.access_token);
  onUser(grant.user);
  return grant.access_token;
}
