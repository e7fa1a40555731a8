/* Keeps the secret of an invitation link in this tab, so that it survives sign-in, and removes it
   from the URL and so from the history. */

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
