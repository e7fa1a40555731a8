const DAY_SECONDS = 86_400;

/** Returns the value of a cookie; null if it is missing. */
export function readCookie(name: string): string | null {
  const prefix = `${name}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(prefix));
  return found ? decodeURIComponent(found.slice(prefix.length)) : null;
}

/** Writes a cookie on path `/` for `days`, or for the browser session. */
export function writeCookie(name: string, value: string, days?: number): void {
  const lifetime = days === undefined ? '' : `; max-age=${days * DAY_SECONDS}`;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain HTTP.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${lifetime}${secure}`;
}

export function clearCookie(name: string): void {
  writeCookie(name, '', 0);
}
