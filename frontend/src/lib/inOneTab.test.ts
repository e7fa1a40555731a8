import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inOneTab } from './inOneTab';

const NAME = 'stream';
/** The tabs that run the work, in the order of their start. */
let working: string[];
const stops: (() => void)[] = [];

/** The holder of the lock and the waiting tabs, as in `navigator.locks`. */
function fakeLocks() {
  let last = Promise.resolve();
  return {
    request: async (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const before = last;
      const given = before.then(() => {
        if (signal.aborted) throw signal.reason;
        return work();
      });
      last = given.catch(() => {});
      return given;
    },
  };
}

function open(tab: string) {
  const stop = inOneTab(NAME, async (signal) => {
    working.push(tab);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    working = working.filter((each) => each !== tab);
  });
  stops.push(stop);
  return stop;
}

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  working = [];
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { ...navigator, locks: fakeLocks() });
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

it('is done by one tab; the next one begins when that one is closed', async () => {
  const close = open('first');
  open('second');
  await settle();
  expect(working).toEqual(['first']);
  close();
  await settle();
  expect(working).toEqual(['second']);
});

it('who is closed while waiting never begins', async () => {
  const closeFirst = open('first');
  const closeSecond = open('second');
  closeSecond();
  closeFirst();
  await settle();
  expect(working).toEqual([]);
});

it('ends five minutes after the page was last in view, and begins again when it is', async () => {
  open('only');
  await settle();
  show('hidden');
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  show('visible');
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  show('hidden');
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(working).toEqual(['only']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(working).toEqual([]);
  show('visible');
  await settle();
  expect(working).toEqual(['only']);
});

it('is done by each tab where the browser has no locks', async () => {
  vi.stubGlobal('navigator', { ...navigator, locks: undefined });
  open('first');
  open('second');
  await settle();
  expect(working).toEqual(['first', 'second']);
});
