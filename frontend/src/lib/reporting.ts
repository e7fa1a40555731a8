/**
 * Returns whether the installation collects traces and reports; an attribute of the page tells (see
 * `page-plugin`).
 */
export const hasCollector = () => document.documentElement.hasAttribute('data-traced');

/** The `onCaughtError` of `createRoot`: logs and reports errors that a boundary caught. */
export function onCaughtError(error: unknown): void {
  console.error(error);
  window.dispatchEvent(new ErrorEvent('error', { error }));
}

/** Starts reporting errors and web vitals if the installation has a collector. */
export function startReporting(): void {
  if (hasCollector()) void import('./browserReports').then(({ report }) => report());
}
