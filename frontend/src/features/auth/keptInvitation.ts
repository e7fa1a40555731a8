/*
 * The secret of an invitation's link: kept for this tab only, so that it outlives signing in, and
 * taken out of the address, where it would stay in the history.
 */

const KEY = 'itqan-invitation';

/** Returns the secret of the URL's fragment, else the one stored in this tab. */
export function readInvitation(hash: string): string | null {
  const token = hash.slice(1);
  if (token) sessionStorage.setItem(KEY, token);
  return token || sessionStorage.getItem(KEY);
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY);
}
