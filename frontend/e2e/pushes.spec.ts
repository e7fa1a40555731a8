import { type APIRequestContext, expect, test } from '@playwright/test';
import { signIn, text } from './world';

/*
 * A notification reaches a browser in which the site is closed: the platform encrypts it for the browser's
 * subscription, and the app's worker shows it. A headless browser has no push service, so the demo's stand-in
 * subscribes, and the browser's developer tools deliver the message.
 */

const pushUrl = process.env.ITQAN_E2E_PUSH_URL ?? '';

interface Pushed {
  data: { title: string; body: string };
}

const messagesTo = async (request: APIRequestContext, subscription: string) =>
  (await (
    await request.get(`${pushUrl}/sandbox/messages`, { params: { subscription } })
  ).json()) as Pushed[];

test('the worker shows a notification while all tabs are closed', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const tools = await context.newCDPSession(await context.newPage());
  const registrations = new Map<string, string>();
  tools.on('ServiceWorker.workerRegistrationUpdated', (update) => {
    for (const each of update.registrations) registrations.set(each.scopeURL, each.registrationId);
  });
  await tools.send('ServiceWorker.enable');

  await context.grantPermissions(['notifications'], { origin });
  let subscription = '';
  await page.exposeFunction('subscribeAtStandIn', async (key: string) => {
    const data = { application_key: key };
    const made = await (await request.post(`${pushUrl}/sandbox/subscriptions`, { data })).json();
    subscription = (made as { endpoint: string }).endpoint.split('/').at(-1) ?? '';
    return made;
  });
  await page.addInitScript(() => {
    const { subscribeAtStandIn } = window as unknown as {
      subscribeAtStandIn: (key: string) => Promise<object>;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const made = await subscribeAtStandIn(applicationServerKey);
        return { toJSON: () => made };
      },
    });
  });
  const registered = page.waitForResponse('**/api/v1/fcm/subscriptions');
  await signIn(page, 'en', 'sara');
  expect((await registered).status()).toBe(200);

  await page.goto('/candidate/my-data');
  await page.getByRole('button', { name: text('en', 'data.ask') }).click();
  await expect
    .poll(async () => (await messagesTo(request, subscription)).length, { timeout: 90_000 })
    .toBe(1);
  const [message] = await messagesTo(request, subscription);

  const worker = context.serviceWorkers().find((each) => each.url() === `${origin}/sw.js`);
  if (!worker || !message) throw new Error('There is no worker or no message.');
  await page.close();
  // While a tab is visible the worker shows the notification for some seconds only.
  const countTabs = () =>
    worker.evaluate(async () => {
      const { clients } = self as unknown as {
        clients: { matchAll: (options: object) => Promise<object[]> };
      };
      return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
    });
  await expect.poll(countTabs).toBe(0);
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin: `${origin}/`,
    registrationId: registrations.get(`${origin}/`) ?? '',
    data: JSON.stringify(message.data),
  });
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
    });
  const { title, body } = message.data;
  await expect.poll(shown).toEqual([{ title, body }]);
});
