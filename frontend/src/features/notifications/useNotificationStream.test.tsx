import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toast } from '@/lib/toast';
import { renderAt } from '@/test/render';
import { serve } from '@/test/serve';
import { useNotificationStream } from './useNotificationStream';

const STREAM = '/api/v1/notifications/stream';
const notice = { id: 'n2', kind: 'welcome', title_en: 'Welcome', title_ar: 'مرحبًا' };

function Listening() {
  useNotificationStream('u1');
  return null;
}

/** A server that sends these blocks on each stream and then closes it. */
function streaming(...blocks: string[]) {
  return serve({
    [STREAM]: () =>
      new Response(blocks.map((block) => `${block}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      }),
  });
}

it('tells the other tabs what it hears, and goes on where it was', async () => {
  const info = vi.spyOn(toast, 'info');
  const other = new BroadcastChannel('itqan-notifications-u1');
  const heard: unknown[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  const calls = streaming(
    ': open\nid: n1',
    `event: notification\ndata: ${JSON.stringify(notice)}\nid: n2`,
  );
  const { unmount } = renderAt('/', <Listening />);
  await waitFor(() => expect(info).toHaveBeenCalledWith('Welcome'));
  await waitFor(() => expect(heard).toEqual([{ id: 'n1' }, { id: 'n2', notification: notice }]));
  await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  expect(calls.map(({ headers }) => headers.get('last-event-id')).slice(0, 2)).toEqual([
    null,
    'n2',
  ]);
  unmount();
  other.close();
});

it('a tab that is told shows it too, and takes over from there', async () => {
  const info = vi.spyOn(toast, 'info');
  const tabs = new Map<string, () => void>();
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    locks: {
      request: (name: string, _: unknown, work: () => Promise<void>) =>
        new Promise<void>((resolve) => tabs.set(name, () => resolve(work()))),
    },
  });
  const calls = streaming(': open\nid: n2');
  const { unmount } = renderAt('/', <Listening />);
  const leader = new BroadcastChannel('itqan-notifications-u1');
  leader.postMessage({ id: 'n2', notification: { ...notice, title_en: 'From the other tab' } });
  await waitFor(() => expect(info).toHaveBeenCalledWith('From the other tab'));
  expect(calls).toHaveLength(0);
  tabs.get('itqan-notifications-u1')?.();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.headers.get('last-event-id')).toBe('n2');
  unmount();
  leader.close();
});

it('comes back later and later to a server that refuses it, a minute apart at last', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  try {
    const calls = serve({ [STREAM]: () => new Response(null, { status: 503 }) });
    const { unmount } = renderAt('/', <Listening />);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
    for (const seconds of [6, 12, 24, 48, 60, 60]) {
      const before = calls.length;
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(calls).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(calls).toHaveLength(before + 1);
    }
    // The lowest jitter halves the wait, so that clients do not reconnect together.
    random.mockReturnValue(0);
    await vi.advanceTimersByTimeAsync(60_000);
    const before = calls.length;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls).toHaveLength(before + 1);
    unmount();
  } finally {
    vi.useRealTimers();
  }
});
