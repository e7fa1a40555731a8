/** The `redirect` parameter for returning to a page of this site. */
export function withRedirect(target: string, from: string): string {
  return `${target}?redirect=${encodeURIComponent(from)}`;
}

/** The page that `redirect` names, if it is one of this site; otherwise `fallback`. */
export function redirectTarget(search: URLSearchParams, fallback = '/'): string {
  return ownPath(search.get('redirect') ?? '') ?? fallback;
}

/** An address that begins with a slash, as the path of a page of this site; null if it is another's. */
export function ownPath(target: string): string | null {
  const { origin } = window.location;
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null;
  // Read as a browser reads it: `//host`, `/\host` and a tab between slashes are another site,
  // and so is the path that is left of `/.//host`.
  const url = new URL(target, origin);
  const own = url.origin === origin && !url.pathname.startsWith('//');
  return own ? url.pathname + url.search + url.hash : null;
}
