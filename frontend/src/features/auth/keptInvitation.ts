/*
 * The secret of an invitation's link: kept for this tab only, so that it outlives signing in, and
 * taken out of the address, where it would stay in the history.
 */

const KEY = 'itqan-invitation';

/** The secret behind the `#` of the link that was opened, else the one that this tab keeps. */
export function readInvitation(hash: string): string | null {
  const token = hash.slice(1);
  if (token) sessionStorage.setItem(KEY, token);
  return token || sessionStorage.getItem(KEY);
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY);
}
