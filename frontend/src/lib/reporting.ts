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
  if (!hasCollector()) return;
  const reports = import('./browserReports');
  // Errors that occur meanwhile are sent once the module is loaded.
  const send = (error: unknown) =>
    reports.then(({ sendError }) => sendError(error)).catch(() => {});
  window.addEventListener('error', ({ error }) => send(error));
  window.addEventListener('unhandledrejection', ({ reason }) => send(reason));
  void reports.then(({ reportVitals }) => reportVitals()).catch(() => {});
}
