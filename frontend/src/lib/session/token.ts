import { clearCookie, readCookie, writeCookie } from '../cookies';

const TOKEN_COOKIE = 'token';
const PROFILE_COOKIE = 'profile';
const PROFILE_KEY = 'itqan-profile';

// The cookie outlives its ten-minute token, so that a returning visitor is refreshed silently. The
// HttpOnly refresh
// cookie determines how long that works.
const TOKEN_COOKIE_DAYS = 30;

export const readToken = () => readCookie(TOKEN_COOKIE);
export const writeToken = (token: string) => writeCookie(TOKEN_COOKIE, token, TOKEN_COOKIE_DAYS);
export const clearToken = () => clearCookie(TOKEN_COOKIE);

/** The profile of this tab; a new tab starts with the one last selected in any tab. */
export const readProfileId = () =>
  sessionStorage.getItem(PROFILE_KEY) ?? readCookie(PROFILE_COOKIE);

/** Stores the profile for this tab only. */
export const storeTabProfileId = (id: string) => sessionStorage.setItem(PROFILE_KEY, id);

/** Stores the profile for this tab and for new ones. */
export function writeProfileId(id: string): void {
  storeTabProfileId(id);
  writeCookie(PROFILE_COOKIE, id, TOKEN_COOKIE_DAYS);
}

export function clearProfileId(): void {
  sessionStorage.removeItem(PROFILE_KEY);
  clearCookie(PROFILE_COOKIE);
}

/** Returns the expiry of a JWT in milliseconds since the epoch; 0 if it is unreadable. */
export function tokenExpiry(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(json) as { exp: number }).exp * 1000 || 0;
  } catch {
    return 0;
  }
}
