import { expect, test } from '@playwright/test';
import { signIn, text } from './world';

/*
 * Somebody with more tabs than a browser has connections to a server over HTTP/1.1: each of them is
 * loaded, one of them has the stream of notifications, and all hear what comes by it.
 */

const TABS = 8;

test('eight tabs share one stream of notifications', async ({ context }) => {
  const streams = { opened: 0 };
  context.on('request', (request) => {
    if (request.url().endsWith('/notifications/stream')) streams.opened += 1;
  });
  const first = await context.newPage();
  await signIn(first, 'en', 'layla');
  await expect.poll(() => streams.opened).toBe(1);
  await first.goto('/candidate/notifications');
  const tabs = [first];
  for (let tab = 2; tab <= TABS; tab += 1) {
    const page = await context.newPage();
    await page.goto('/candidate/notifications');
    tabs.push(page);
  }
  for (const page of tabs) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  // The page that was signed in on went on to the next one; since then one tab has kept the stream.
  expect(streams.opened).toBe(2);

  const asking = tabs.at(-1) ?? first;
  await asking.goto('/candidate/my-data');
  // Told for five seconds only: each tab is watched before it can be.
  const told = tabs.map((page) =>
    page.getByText('Your data is ready to download').first().waitFor(),
  );
  await asking.getByRole('button', { name: text('en', 'data.ask') }).click();
  await Promise.all(told);
});
