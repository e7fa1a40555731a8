import { matchRoutes } from 'react-router';
import type { Metric } from 'web-vitals';
import { asProblem } from '@/api/problem';
import { paths } from '@/routes/paths';
import { isOffline, PageError } from './fault';

/* Reports errors and web vitals as OTLP through the gateway, if the installation has a collector.
   Reports contain no personal data: the route pattern instead of the URL, and the error's class and
   stack positions instead of its message. */

/** The maximum number of reports, because an error may occur in a loop. */
const MAX_ERRORS = 20;
const OWN_FILE = /\/assets\/[\w.-]+:\d+:\d+/g;
/** The buckets of a histogram whose bounds are the two thresholds of a rating. */
const BUCKETS = {
  good: ['1', '0', '0'],
  'needs-improvement': ['0', '1', '0'],
  poor: ['0', '0', '1'],
};
const DELTA = 1;
const ERROR = 17;

const routes = Object.values(paths).map((path) => ({ path }));
let errorCount = 0;

export const routePattern = (pathname: string): string =>
  matchRoutes(routes, pathname)?.at(-1)?.route.path ?? 'unknown';

/** Reports web vitals as soon as they are known. */
export async function reportVitals(): Promise<void> {
  const vitals = await import('web-vitals');
  const route = routePattern(window.location.pathname);
  vitals.onCLS((metric) => sendMetric(metric, vitals.CLSThresholds, route));
  vitals.onINP((metric) => sendMetric(metric, vitals.INPThresholds, route));
  vitals.onLCP((metric) => sendMetric(metric, vitals.LCPThresholds, route));
}

/** Reports an error unless the page has shown it to the user. */
export function sendError(error: unknown): void {
  const isExpected = error instanceof PageError || asProblem(error) || isOffline(error);
  if (isExpected || errorCount >= MAX_ERRORS) return;
  errorCount += 1;
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  const record = {
    timeUnixNano: nanoseconds(Date.now()),
    severityNumber: ERROR,
    body: { stringValue: name },
    attributes: attributes({
      'exception.type': name,
      'exception.stacktrace': (stack.match(OWN_FILE) ?? []).join('\n'),
      'url.template': routePattern(window.location.pathname),
    }),
  };
  send('logs', { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] });
}

function sendMetric(
  { name, value, rating }: Metric,
  explicitBounds: readonly number[],
  route: string,
): void {
  const point = {
    startTimeUnixNano: nanoseconds(performance.timeOrigin),
    timeUnixNano: nanoseconds(Date.now()),
    count: '1',
    sum: value,
    bucketCounts: BUCKETS[rating],
    explicitBounds,
    attributes: attributes({ 'url.template': route }),
  };
  const metric = {
    name: `browser.web_vital.${name.toLowerCase()}`,
    unit: name === 'CLS' ? '1' : 'ms',
    histogram: { aggregationTemporality: DELTA, dataPoints: [point] },
  };
  send('metrics', {
    resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: [metric] }] }],
  });
}

const attributes = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));

const resource = { attributes: attributes({ 'service.name': 'itqan-app' }) };
const scope = { name: 'itqan-app' };
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds)}000000`;

function send(signal: 'logs' | 'metrics', body: object): void {
  void fetch(`/otlp/v1/${signal}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // `keepalive` sends it while the page closes; without cookies.
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {});
}
