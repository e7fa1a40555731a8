const KEY = 'itqan-reloaded-at';
const GUARD_MS = 10_000;

let reloading = false;

/** Returns whether the page is about to reload; failures during that time need not be shown. */
export const isReloading = (): boolean => reloading;

/**
 * Reloads the page after a chunk failed to load, because a deployment replaced it. Reloads at most
 * once in 10 s, and not while offline, where the browser's error page would replace the app.
 * @returns whether it reloads
 */
export function reloadOnce(now = Date.now(), reload = () => window.location.reload()): boolean {
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (now - last < GUARD_MS) return false;
  sessionStorage.setItem(KEY, String(now));
  reloading = true;
  reload();
  return true;
}

/** Handles Vite's event for a chunk that failed to load. */
export function guardAgainstStaleChunks(): void {
  window.addEventListener('vite:preloadError', () => reloadOnce());
}
