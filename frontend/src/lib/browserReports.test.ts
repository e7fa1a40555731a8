import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { serve } from '@/test/serve';
import { routePattern } from './browserReports';
import { PageError } from './fault';
import { onCaughtError, startReporting } from './reporting';

const page = document.documentElement;

beforeAll(() => {
  page.setAttribute('data-traced', '');
  startReporting();
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  page.setAttribute('data-traced', '');
  window.history.pushState(null, '', '/trainings/7?search=Huda');
});

afterEach(() => {
  page.removeAttribute('data-traced');
  window.history.pushState(null, '', '/');
});

function anError(): Error {
  const error = new TypeError('huda@example.org is not a function');
  error.stack =
    'TypeError: huda@example.org is not a function\n    at f (https://itqan.example/assets/page-a1.js:1:20)';
  return error;
}

it('an error is reported by its class, route and place, without personal data', async () => {
  const calls = serve({ '/otlp/v1/logs': () => new Response('{}') });
  onCaughtError(anError());
  await expect.poll(() => calls.length).toBe(1);
  const body = await calls[0]?.text();
  expect(JSON.parse(body ?? '').resourceLogs[0].scopeLogs[0].logRecords[0]).toMatchObject({
    body: { stringValue: 'TypeError' },
    attributes: [
      { key: 'exception.type', value: { stringValue: 'TypeError' } },
      { key: 'exception.stacktrace', value: { stringValue: '/assets/page-a1.js:1:20' } },
      { key: 'url.template', value: { stringValue: routePattern('/trainings/7') } },
    ],
  });
  expect(body).not.toMatch(/huda|trainings\/7/i);
  expect(calls[0]?.credentials).toBe('omit');
});

it('a promise that nothing awaits is reported', async () => {
  const calls = serve({ '/otlp/v1/logs': () => new Response('{}') });
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: anError() }));
  await expect.poll(() => calls.length).toBe(1);
});

it.each([new PageError(404, 'errors.resource.not_found'), new ApiProblem(500, {})])(
  'what the reader is told already is no error of the app: %s',
  async (error) => {
    const calls = serve({});
    onCaughtError(error);
    await vi.dynamicImportSettled();
    expect(calls).toHaveLength(0);
  },
);

it('reports start only where there is a collector', async () => {
  page.removeAttribute('data-traced');
  const listen = vi.spyOn(window, 'addEventListener');
  startReporting();
  expect(listen).not.toHaveBeenCalled();
  page.setAttribute('data-traced', '');
  startReporting();
  // Queued immediately, before the report module is loaded.
  expect(listen.mock.calls.map(([kind]) => kind)).toEqual(['error', 'unhandledrejection']);
});
