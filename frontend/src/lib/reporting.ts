import type { RootOptions } from 'react-dom/client';

// The page says so; see `page-plugin`.
const hasCollector = () => document.documentElement.hasAttribute('data-traced');

/** For `createRoot`: React's own handling, which is to log, and a report. */
export const errorHandlers = {
  onCaughtError: report,
  onUncaughtError: report,
} satisfies RootOptions;

/** Starts reporting errors outside React, and web vitals, if the installation has a collector. */
export function startReporting(): void {
  if (!hasCollector()) return;
  window.addEventListener('error', ({ error }) => send(error));
  window.addEventListener('unhandledrejection', ({ reason }) => send(reason));
  void import('./browserReports').then(({ reportVitals }) => reportVitals());
}

function report(error: unknown): void {
  console.error(error);
  send(error);
}

function send(error: unknown): void {
  if (!hasCollector()) return;
  // Loaded on demand: most visits report nothing.
  void import('./browserReports').then(({ sendError }) => sendError(error)).catch(() => {});
}
