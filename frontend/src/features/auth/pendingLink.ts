/* The token that connects an external account once its user has signed in here. It is kept in this
   tab and never in a URL. */

const KEY = 'itqan-openid-link';
const BACK = 'itqan-openid-redirect';

export const keepPendingLink = (token: string): void => sessionStorage.setItem(KEY, token);

/** Returns the token and clears it: it can be used once. */
export function takePendingLink(): string | null {
  const token = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return token;
}

export const hasPendingLink = (): boolean => sessionStorage.getItem(KEY) !== null;

/** Stores the redirect target during the visit to the provider. */
export const keepWayBack = (redirect: string | null): void =>
  redirect ? sessionStorage.setItem(BACK, redirect) : sessionStorage.removeItem(BACK);

export const readWayBack = (): string | null => sessionStorage.getItem(BACK);
