const KEY = 'itqan-reloaded-at';
const GUARD_MS = 10_000;

let reloading = false;

/** Whether the page is about to be loaded anew; what fails meanwhile need not be shown. */
export const isReloading = (): boolean => reloading;

/**
 * Reloads the page because a part of the app could not be loaded, which after a deployment means
 * that the page is older than the server. At most once in 10 s, lest it reloads for ever, and not
 * without a network, where it would put the browser's error page in the place of the app.
 *
 * @returns whether it reloads.
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

/** Answers Vite's event for a part that failed to load. */
export function guardAgainstStaleChunks(): void {
  window.addEventListener('vite:preloadError', () => reloadOnce());
}
