import {
  type BrowserContext,
  type CDPSession,
  expect,
  type Page,
  test,
  type Worker,
} from '@playwright/test';
import { answerForServices, signInAs } from './services';

/*
 * The browser's developer tools deliver push messages to the app's service worker. Only Google's servers are stubbed,
 * and the browser's push service, which a headless browser lacks.
 */

const firebase = {
  api_key: 'key',
  project_id: 'itqan-test',
  app_id: '1:123:web:abc',
  messaging_sender_id: '123',
  vapid_key:
    'BDOU99-h67HcA6JeFXHbSNMu7e2yNNu3RzoMj8TM4W88jITfq7ZmPvIM1Iv-4_l2LxQcYwhqby2xGpWwzjfAnG4',
};

const texts = {
  en: {
    title: 'Your seat is confirmed',
    body: 'See you there',
    on: 'Turn on',
    heading: 'Notifications',
  },
  ar: { title: 'تأكد مقعدك', body: 'نراك هناك', on: 'تفعيل', heading: 'الإشعارات' },
};

const webPush = { public_key: firebase.vapid_key };

/** Parts of the worker's scope that the tests use. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: object;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

/** Replaces the browser's push service, which a headless browser lacks. */
function standInForPushService(): void {
  const endpoint = 'https://push.example/endpoint';
  const key = (length: number) => new Uint8Array(length).fill(4).buffer;
  const subscription = {
    endpoint,
    getKey: (name: string) => key(name === 'auth' ? 16 : 65),
    unsubscribe: async () => true,
    toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => null,
    subscribe: async () => subscription,
  });
}

async function open(
  page: Page,
  baseURL = '',
  locale = 'en',
  configured: object = { firebase, web_push: webPush },
): Promise<{ tokens: unknown[] }> {
  const tokens: unknown[] = [];
  await page.context().grantPermissions(['notifications'], { origin: baseURL });
  await page.context().addCookies([{ name: 'i18n_redirected', value: locale, url: baseURL }]);
  await page.addInitScript(standInForPushService);
  await answerForServices(page);
  await page.route('**/api/v1/notifications/unread-count', (route) =>
    route.fulfill({ json: { unread: 0 } }),
  );
  await page.route('**/api/v1/fcm', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: configured });
    tokens.push(route.request().postDataJSON());
    return route.fulfill({ json: { id: 'device', kind: 'fcm' } });
  });
  await page.route('**/api/v1/fcm/subscriptions', (route) => {
    tokens.push(route.request().postDataJSON());
    return route.fulfill({ json: { id: 'device', kind: 'web_push' } });
  });
  await page.route('https://firebaseinstallations.googleapis.com/**', (route) =>
    route.fulfill({
      json: {
        fid: 'cAAAAAAAAAAAAAAAAAAAAA',
        refreshToken: 'refresh',
        authToken: { token: 'installation', expiresIn: '604800s' },
      },
    }),
  );
  await page.route('https://fcmregistrations.googleapis.com/**', (route) =>
    route.fulfill({ json: { name: 'x', token: 'the-token-of-this-browser' } }),
  );
  await signInAs(page, 'candidate', baseURL);
  await page.goto('/candidate/notifications');
  return { tokens };
}

/** Builds the message that Firebase sends for this data. */
const fromFirebase = (data: object) => ({ data, from: '123', fcmMessageId: 'm' });

/** Returns the worker that receives pushes, and a function that delivers one. */
async function receiver(
  context: BrowserContext,
  tools: CDPSession,
  registrations: Map<string, string>,
  { address = 'firebase=', sent = fromFirebase as (data: object) => object } = {},
): Promise<{ worker: () => Worker; push: (data: object) => Promise<void> }> {
  const worker = () => {
    const found = context.serviceWorkers().find((each) => each.url().includes(address));
    if (!found) throw new Error('There is no worker that receives pushes.');
    return found;
  };
  await expect
    .poll(() => context.serviceWorkers().map((each) => each.url()))
    .toEqual(expect.arrayContaining([expect.stringContaining(address)]));
  const { origin } = new URL(worker().url());
  const push = async (data: object) => {
    await tools.send('ServiceWorker.deliverPushMessage', {
      origin: `${origin}/`,
      registrationId: registrations.get(`${origin}/`) ?? '',
      data: JSON.stringify(sent(data)),
    });
  };
  return { worker, push };
}

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title, body, icon, dir, lang }) => ({
      title,
      body,
      icon: new URL(icon).pathname,
      dir,
      lang,
    }));
  });

/** Clicks the notification and returns the URL that the worker opens; only a user's click may open a window. */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('Nothing is shown.');
    return new Promise<string>((resolve) => {
      Object.assign(scope.clients, { openWindow: async (url: string) => resolve(url) });
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  });

for (const locale of ['en', 'ar'] as const) {
  test(`a push arrives while no tab is open, and a click opens its page: ${locale}`, async ({
    page,
    context,
    baseURL,
  }) => {
    const { title, body, on, heading } = texts[locale];
    const other = await context.newPage();
    const tools = await context.newCDPSession(other);
    const registrations = new Map<string, string>();
    tools.on('ServiceWorker.workerRegistrationUpdated', (update) => {
      for (const each of update.registrations)
        registrations.set(each.scopeURL, each.registrationId);
    });
    await tools.send('ServiceWorker.enable');

    const { tokens } = await open(page, baseURL, locale);
    // If notifications were already allowed, no click is needed.
    await expect
      .poll(() => tokens)
      .toContainEqual({ token: 'the-token-of-this-browser', kind: 'fcm' });
    await expect(page.getByRole('button', { name: on, exact: true })).toHaveCount(0);

    const { worker, push } = await receiver(context, tools, registrations);
    await page.close();
    const link = '/candidate/notifications?unread=true#newest';
    await push({ id: 'd1', title, body, link, language: locale });
    const dir = locale === 'ar' ? 'rtl' : 'ltr';
    await expect
      .poll(() => shown(worker()))
      .toEqual([{ title, body, icon: '/icon-192.png', dir, lang: locale }]);
    // A second notification with the same tag replaces the first; its text shows that it arrived.
    await push({ id: 'd1', title, body: on, link, language: locale });
    await expect
      .poll(() => shown(worker()))
      .toEqual([{ title, body: on, icon: '/icon-192.png', dir, lang: locale }]);

    const opened = await press(worker());
    expect(opened).toBe(link);
    expect(await shown(worker())).toEqual([]);
    const landed = await context.newPage();
    await open(landed, baseURL, locale);
    await landed.goto(opened);
    await expect(landed.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(landed).toHaveURL(`${baseURL}${link}`);
    await expect(landed.locator('html')).toHaveAttribute('dir', dir);
  });
}

test('a push while a window is visible is shown briefly, with a default text if it has none', async ({
  page,
  context,
  baseURL,
}) => {
  const tools = await context.newCDPSession(page);
  const registrations = new Map<string, string>();
  tools.on('ServiceWorker.workerRegistrationUpdated', (update) => {
    for (const each of update.registrations) registrations.set(each.scopeURL, each.registrationId);
  });
  await tools.send('ServiceWorker.enable');
  const { tokens } = await open(page, baseURL);
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  const { worker, push } = await receiver(context, tools, registrations);
  await push({});
  await expect
    .poll(() => shown(worker()))
    .toEqual([
      expect.objectContaining({ title: 'New message', body: 'You have a new message', dir: 'ltr' }),
    ]);
  await expect.poll(() => shown(worker()), { timeout: 15_000 }).toEqual([]);
});

test('without Firebase a browser uses its own push service', async ({ page, context, baseURL }) => {
  const other = await context.newPage();
  const tools = await context.newCDPSession(other);
  const registrations = new Map<string, string>();
  tools.on('ServiceWorker.workerRegistrationUpdated', (update) => {
    for (const each of update.registrations) registrations.set(each.scopeURL, each.registrationId);
  });
  await tools.send('ServiceWorker.enable');
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));

  const configured = { firebase: null, web_push: webPush };
  const { tokens } = await open(page, baseURL, 'ar', configured);
  const subscription = { endpoint: 'https://push.example/endpoint' };
  await expect.poll(() => tokens).toContainEqual(expect.objectContaining(subscription));
  const { worker, push } = await receiver(context, tools, registrations, {
    address: '/sw.js',
    sent: (data) => data,
  });
  expect(worker().url()).toBe(`${baseURL}/sw.js`);

  await page.bringToFront();
  const { title, body } = texts.ar;
  const message = { id: 'd1', title, body, link: '/candidate/notifications', language: 'ar' };
  await push(message);
  const expected = { title, body, icon: '/icon-192.png', dir: 'rtl', lang: 'ar' };
  await expect.poll(() => shown(worker())).toEqual([expected]);
  // The site is visible, so the notification closes after some seconds.
  await expect.poll(() => shown(worker()), { timeout: 15_000 }).toEqual([]);

  await page.close();
  await push(message);
  await expect.poll(() => shown(worker())).toEqual([expected]);
  expect(await press(worker())).toBe(message.link);
  expect(asked.filter((address) => /firebase|googleapis/.test(address))).toEqual([]);
});
