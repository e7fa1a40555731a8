import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, refuse, serve } from '@/test/serve';

const library = vi.hoisted(() => ({
  getMessaging: vi.fn(),
  getToken: vi.fn(),
  isSupported: vi.fn(),
  onMessage: vi.fn(),
}));
vi.mock('@firebase/messaging', () => library);
vi.mock('@firebase/app', () => ({
  getApps: () => [],
  initializeApp: (project: object) => project,
}));

const { registerPush, startPush, stopPush } = await import('./push');
const { showPush } = await import('./firebasePush');

const firebase = {
  api_key: 'key',
  project_id: 'itqan',
  app_id: '1:2:web:3',
  messaging_sender_id: '123',
  vapid_key: 'BPub',
};
const byFirebase = { firebase, web_push: null };
// An uncompressed point with the bytes 0, 1, 2 … in base64.
const publicKey = 'AAECAwQFBgcICQoLDA0ODw';
const byWebPush = { firebase: null, web_push: { public_key: publicKey } };
const project = {
  apiKey: 'key',
  projectId: 'itqan',
  appId: '1:2:web:3',
  messagingSenderId: '123',
};
const FCM = '/api/v1/fcm';
const leaving = () => new AbortController().signal;

/** A browser with workers and notifications, which jsdom lacks. */
function browser({ permission = 'granted', register = async () => registration() } = {}) {
  const registering = vi.fn(register);
  vi.stubGlobal('Notification', { permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: registering, ready: Promise.resolve() },
  });
  return registering;
}

function registration() {
  return {
    pushManager: {
      getSubscription: vi.fn(async () => null as object | null),
      subscribe: vi.fn(async () => subscription),
    },
    showNotification: vi.fn(async () => {}),
    getNotifications: vi.fn(async () => [] as { close: () => void }[]),
  };
}

const subscription = {
  toJSON: () => ({ endpoint: 'https://push.example/x', keys: { p256dh: 'BKey', auth: 'secret' } }),
};

beforeEach(() => {
  library.isSupported.mockResolvedValue(true);
  library.getToken.mockResolvedValue('the-token');
  library.onMessage.mockReturnValue(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('registering for pushes', () => {
  it('leaves the token with the service, and the project in the address of the worker', async () => {
    const register = browser();
    const calls = serve({ [FCM]: () => ok({ id: 'd1' }) });
    expect(await registerPush(byFirebase, leaving())).toBe(true);
    const address = new URL(String(register.mock.calls[0]?.at(0)), 'http://site');
    expect(address.pathname).toBe('/sw.js');
    expect(JSON.parse(address.searchParams.get('firebase') ?? '')).toEqual(project);
    expect(await calls[0]?.json()).toEqual({ token: 'the-token', kind: 'fcm' });
    expect(localStorage.getItem('itqan-push-device')).toBe('d1');
  });

  it.each([
    ['Notification permission denied', { permission: 'denied' }, '', ok({})],
    [
      'Service Worker registration failed',
      { register: () => Promise.reject(new Error('no')) },
      'text/javascript',
      ok({}),
    ],
    [
      'Service Worker file not found',
      { register: () => Promise.reject(new Error('no')) },
      'text/html',
      ok({}),
    ],
    ['Failed to store token', {}, '', refuse(503, 'service.unavailable')],
    ['No FCM token available', {}, '', ok({})],
  ])('only logs: %s', async (text, its, type, stored) => {
    browser(its);
    const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    for (const each of said) each.mockImplementation(() => {});
    if (text.startsWith('No FCM')) library.getToken.mockRejectedValue(new Error('none'));
    serve({
      [FCM]: () => stored,
      '/sw.js': () => new Response('', { headers: { 'content-type': type } }),
    });
    expect(await registerPush(byFirebase, leaving())).toBe(false);
    expect(said.flatMap((each) => each.mock.calls.map(([first]) => first))).toContain(text);
    expect(localStorage.getItem('itqan-push-device')).toBeNull();
  });

  it('is passed over in silence where it is not configured or not supported', async () => {
    const register = browser();
    const warn = vi.spyOn(console, 'warn');
    serve({ [FCM]: () => ok({ firebase: null, web_push: null }) });
    await startPush(leaving());
    serve({ [FCM]: () => ok(byFirebase) });
    library.isSupported.mockResolvedValue(false);
    await startPush(leaving());
    expect(register).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  it('leaves its subscription where there is no Firebase, and the worker without a project', async () => {
    const its = registration();
    const register = browser({ register: async () => its });
    const calls = serve({
      [FCM]: () => ok(byWebPush),
      [`${FCM}/subscriptions`]: () => ok({ id: 'd2' }),
    });
    await startPush(leaving());
    expect(register.mock.calls[0]?.at(0)).toBe('/sw.js');
    expect(its.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    expect(await calls.at(-1)?.json()).toEqual(subscription.toJSON());
    expect(localStorage.getItem('itqan-push-device')).toBe('d2');
    expect(library.getMessaging).not.toHaveBeenCalled();
  });

  it.each([
    [16, 0],
    [15, 1],
  ])('gives up a subscription for another key only', async (length, given) => {
    const its = registration();
    const unsubscribe = vi.fn(async () => its.pushManager.getSubscription.mockResolvedValue(null));
    const applicationServerKey = Uint8Array.from({ length }, (_, index) => index).buffer;
    its.pushManager.getSubscription.mockResolvedValue({
      ...subscription,
      options: { applicationServerKey },
      unsubscribe,
    });
    browser({ register: async () => its });
    serve({ [`${FCM}/subscriptions`]: () => ok({ id: 'd3' }) });
    expect(await registerPush(byWebPush, leaving())).toBe(true);
    expect(unsubscribe).toHaveBeenCalledTimes(given);
    expect(its.pushManager.subscribe).toHaveBeenCalledTimes(given);
  });

  it('says where the browser has no subscription for it', async () => {
    const its = registration();
    its.pushManager.subscribe.mockRejectedValue(new Error('none'));
    browser({ register: async () => its });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await registerPush(byWebPush, leaving())).toBe(false);
    expect(warn).toHaveBeenCalledWith('No push subscription available');
  });

  it.each([ok({}), refuse(404, 'device.not_found')])(
    'is taken back, also where the device is gone already',
    async (answer) => {
      localStorage.setItem('itqan-push-device', 'd1');
      const calls = serve({ [`${FCM}/d1`]: () => answer });
      await stopPush();
      expect(calls[0]?.method).toBe('DELETE');
      expect(localStorage.getItem('itqan-push-device')).toBe('off');
    },
  );
});

describe('a message while the page is in view', () => {
  it.each([
    [{ id: 'm1', title: 'Paid', body: 'Thanks', link: '/x' }, 'Paid', 'Thanks', 8_000],
    [{}, 'New message', 'You have a new message', 5_000],
  ])('closes by itself, later where it leads somewhere', async (data, title, body, after) => {
    vi.useFakeTimers();
    const worker = registration();
    const close = vi.fn();
    worker.getNotifications.mockResolvedValue([{ close }]);
    void showPush(worker as never, data);
    await vi.advanceTimersByTimeAsync(0);
    expect(worker.showNotification).toHaveBeenCalledWith(
      title,
      expect.objectContaining({ body, icon: '/icon-192.png', badge: '/badge-96.png' }),
    );
    await vi.advanceTimersByTimeAsync(after - 1);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledOnce();
  });
});
