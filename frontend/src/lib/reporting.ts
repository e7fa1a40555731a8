/** Whether the installation collects traces and reports; the page says so (see `page-plugin`). */
export const hasCollector = () => document.documentElement.hasAttribute('data-traced');

/** For `createRoot`: an error that a boundary caught is logged and reported like any other. */
export function onCaughtError(error: unknown): void {
  console.error(error);
  window.dispatchEvent(new ErrorEvent('error', { error }));
}

/** Starts reporting errors and web vitals if the installation has a collector. */
export function startReporting(): void {
  if (hasCollector()) void import('./browserReports').then(({ report }) => report());
}
