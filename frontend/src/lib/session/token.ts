import { clearCookie, readCookie, writeCookie } from '../cookies';

const TOKEN_COOKIE = 'token';
const PROFILE_COOKIE = 'profile';

// The cookie outlives the ten minutes of the token in it, so that a returning visitor is refreshed
// silently; the refresh cookie, which only the server sees, decides how long that works.
const TOKEN_COOKIE_DAYS = 30;

export const readToken = () => readCookie(TOKEN_COOKIE);
export const writeToken = (token: string) => writeCookie(TOKEN_COOKIE, token, TOKEN_COOKIE_DAYS);
export const clearToken = () => clearCookie(TOKEN_COOKIE);

export const readProfileId = () => readCookie(PROFILE_COOKIE);
export const writeProfileId = (id: string) => writeCookie(PROFILE_COOKIE, id, TOKEN_COOKIE_DAYS);
export const clearProfileId = () => clearCookie(PROFILE_COOKIE);

/** When a JWT expires, in milliseconds since the epoch; 0 when it cannot be read. */
export function tokenExpiry(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(json) as { exp: number }).exp * 1000 || 0;
  } catch {
    return 0;
  }
}
