import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { PushCard } from './PushCard';

const push = vi.hoisted(() => ({ registerPush: vi.fn(), stopPush: vi.fn() }));
vi.mock('./push', () => push);

const firebase = { firebase: { messaging_sender_id: '123' } };
const webPush = { web_push: { public_key: 'BPub' } };
const ask = vi.fn();

function browser(permission: string): void {
  const notification = { permission, requestPermission: ask };
  ask.mockImplementation(async () => notification.permission);
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
}

const show = (configured: object) => {
  serve({ '/api/v1/fcm': () => ok({ firebase: null, web_push: null, ...configured }) });
  return renderAt('/', <PushCard />);
};

beforeEach(() => push.registerPush.mockResolvedValue(true));
afterEach(() => {
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it.each([firebase, webPush])(
  'asks for permission on a press, not before: %j',
  async (configured) => {
    browser('default');
    show(configured);
    const button = await screen.findByRole('button', { name: 'Turn on' });
    expect(ask).not.toHaveBeenCalled();
    browser('granted');
    push.registerPush.mockImplementation(async () => {
      localStorage.setItem('itqan-push-device', 'd1');
      return true;
    });
    await userEvent.click(button);
    expect(ask).toHaveBeenCalledOnce();
    expect(push.registerPush).toHaveBeenCalledWith(
      expect.objectContaining(configured),
      expect.anything(),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(push.stopPush).toHaveBeenCalledOnce());
  },
);

it('says what to do where the browser refuses', async () => {
  browser('denied');
  show(firebase);
  expect(await screen.findByText(/blocks notifications/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that the browser could not be registered', async () => {
  browser('granted');
  push.registerPush.mockResolvedValue(false);
  show(firebase);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't turn on notifications");
});

it('is not there where pushes are not configured', async () => {
  browser('default');
  const { container } = show({});
  await waitFor(() => expect(fetch).toBeDefined());
  expect(container.querySelector('h2')).toBeNull();
});
