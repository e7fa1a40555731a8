import { endpoints } from '@/api/endpoints';
import { asProblem } from '@/api/problem';
import { setTransport } from '@/api/transport';
import { receiveSessionEnd, sessionFetch } from './fetch';
import { receiveRefreshedUser } from './refresh';
import {
  clearProfileId,
  clearToken,
  readProfileId,
  readToken,
  storeTabProfileId,
  writeProfileId,
  writeToken,
} from './token';
import type { Profile, SessionGrant, User } from './types';
import { keepUser, readKeptUser } from './user';

/** The signed-in user (null for visitors) with the active profile. */
export interface Session {
  user: User | null;
  profile: Profile | null;
}

const guest: Session = { user: null, profile: null };
const listeners = new Set<() => void>();
// Other tabs follow sign-in, sign-out and account changes, but keep their own profile.
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('itqan-session');

// The browser aborts calls shortly before the page receives `pagehide`.
const CUT_OFF_MS = 300;

// The first delay of a tab with an unknown user before it retries; delays double up to the longest.
const AGAIN_MS = 1_000;
const LONGEST_MS = 30_000;

// Statuses of an overloaded or restarting server, which say nothing about the session.
const BUSY = [429, 502, 503, 504];

let session = guest;
let starting: Promise<void> | null = null;
let leaving = false;
let pause = AGAIN_MS;
let again: ReturnType<typeof setTimeout> | undefined;

/** Returns this tab's profile, or the user's first one. */
function activeProfile(user: User, profileId = readProfileId()): Profile | null {
  return user.profiles.find((profile) => profile.id === profileId) ?? user.profiles[0] ?? null;
}

export const getSession = (): Session => session;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function setUser(user: User): void {
  const profile = activeProfile(user);
  keepUser(user);
  // Later selections in other tabs do not affect this tab.
  if (profile) storeTabProfileId(profile.id);
  setSession({ user, profile });
}

function forget(): void {
  clearToken();
  keepUser(null);
  clearProfileId();
  setSession(guest);
}

/** Fetches the user of the token once per page load; every guard waits for it. */
export function sessionReady(): Promise<void> {
  starting ??= reloadUser();
  return starting;
}

/**
 * Refetches the current user. A refusal clears the token, so the visitor is a guest. Without an
 * answer the token stays. A call that the browser aborts during navigation changes nothing.
 */
export async function reloadUser(): Promise<void> {
  clearTimeout(again);
  if (!readToken()) {
    keepUser(null);
    if (session.user) setSession(guest);
    return;
  }
  try {
    setUser(await fetchUser());
    pause = AGAIN_MS;
  } catch (error) {
    if (isRefusal(error)) {
      clearToken();
      keepUser(null);
      setSession(guest);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, CUT_OFF_MS));
    if (leaving) return;
    // There was no refusal: keep the known user until the network returns.
    const kept = readKeptUser();
    if (kept) {
      setUser(kept);
    } else {
      setSession(guest);
      // A signed-in user sees the sign-in page, although the network may have been available.
      again = setTimeout(askAgain, pause);
      pause = Math.min(2 * pause, LONGEST_MS);
    }
    window.addEventListener('online', askAgain, { once: true });
  }
}

const askAgain = () => void reloadUser();

function isRefusal(error: unknown): boolean {
  const status = asProblem(error)?.status ?? 0;
  return status !== 0 && !BUSY.includes(status);
}

/**
 * Polls for a change of the user. Unlike `reloadUser`, a failure changes nothing: one lost answer
 * must not sign out a user who has just paid.
 */
export async function refetchUser(): Promise<void> {
  if (!readToken()) return;
  try {
    const user = await fetchUser();
    // Ignore the response if the user signed out in the meantime.
    if (readToken()) setUser(user);
  } catch (error) {
    console.warn('The current user could not be fetched', error);
  }
}

async function fetchUser(): Promise<User> {
  try {
    return (await (await sessionFetch(endpoints.authenticated)).json()) as User;
  } catch (error) {
    if (asProblem(error)?.code !== 'profile.not_held') throw error;
    // The selected profile was removed, so use the first one.
    clearProfileId();
    return (await (await sessionFetch(endpoints.authenticated)).json()) as User;
  }
}

/** Starts the session returned by sign-in or sign-up; the guard then redirects. */
export function startSession(grant: SessionGrant): void {
  clearProfileId();
  writeToken(grant.access_token);
  starting = Promise.resolve();
  setUser(grant.user);
  channel?.postMessage('changed');
}

/**
 * Applies the new token and user that a change of the account returns, so that guards know
 * immediately. The active profile stays.
 */
export function continueSession(grant: SessionGrant): void {
  writeToken(grant.access_token);
  setUser(grant.user);
  channel?.postMessage('changed');
}

let beforeEnd: () => Promise<unknown> = async () => {};

/** Registers the single callback that is awaited before a session ends. */
export function onBeforeSessionEnd(run: typeof beforeEnd): void {
  beforeEnd = run;
}

/** Ends the session here and on the server; a failing call does not keep anyone signed in. */
export async function endSession(): Promise<void> {
  await beforeEnd();
  try {
    await sessionFetch(endpoints.logout, { method: 'POST' });
  } catch (error) {
    console.error('Sign-out was not confirmed by the server', error);
  }
  forget();
  channel?.postMessage('changed');
}

/** Activates another profile of the user in this tab and in tabs opened later. */
export function chooseProfile(profileId: string): void {
  if (!session.user) return;
  writeProfileId(profileId);
  setUser(session.user);
}

setTransport(sessionFetch);
receiveRefreshedUser(setUser);
receiveSessionEnd(() => {
  // A visitor's refused call, such as a wrong password, does not end a session.
  if (session.user || readToken()) forget();
});
channel?.addEventListener('message', () => void reloadUser());
window.addEventListener('pagehide', () => {
  leaving = true;
});
// The page was restored from the back/forward cache, with its calls aborted.
window.addEventListener('pageshow', () => {
  leaving = false;
});
