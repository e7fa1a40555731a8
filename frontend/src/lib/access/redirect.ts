/** The `redirect` parameter for returning to a page of this site. */
export function withRedirect(target: string, from: string): string {
  return `${target}?redirect=${encodeURIComponent(from)}`;
}

/** Returns the page of `redirect` if it belongs to this site; otherwise `fallback`. */
export function redirectTarget(search: URLSearchParams, fallback = '/'): string {
  return ownPath(search.get('redirect') ?? '') ?? fallback;
}

/** Returns a path of this site; null for another site's URL. */
export function ownPath(target: string): string | null {
  const { origin } = window.location;
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null;
  // Parsed like a browser: `//host`, `/\host` and a tab between slashes are other sites, as is the
  // rest of
  // `/.//host`.
  const url = new URL(target, origin);
  const own = url.origin === origin && !url.pathname.startsWith('//');
  return own ? url.pathname + url.search + url.hash : null;
}
