import { endpoints } from '@/api/endpoints';
import { createNoAnswerProblem, parseProblem } from '@/api/problem';
import { readToken, writeToken } from './token';
import type { SessionGrant, User } from './types';

const LOCK = 'itqan-session-refresh';

let running: Promise<string> | null = null;
let onUser: (user: User) => void = () => {};

/** Registers the receiver of the user that arrives with a new token. */
export function receiveRefreshedUser(receiver: (user: User) => void): void {
  onUser = receiver;
}

/**
 * Replaces `staleToken` and returns the token to use from now on. Calls at the same time share one
 * refresh; over several tabs a lock makes the others take the token that the first one got, because
 * the server treats a second use of the same refresh token as theft.
 *
 * @throws ApiProblem when the server refuses: the session has ended.
 */
export function refreshToken(staleToken: string): Promise<string> {
  running ??= runExclusively(() => refreshUnlessDone(staleToken)).finally(() => {
    running = null;
  });
  return running;
}

function runExclusively(work: () => Promise<string>): Promise<string> {
  // Web Locks are missing outside secure contexts; there one tab at a time is the best there is.
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
