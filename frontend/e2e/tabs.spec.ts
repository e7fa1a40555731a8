import { expect, test } from '@playwright/test';
import { signIn, text } from './world';

/*
 * A user opens more tabs than a browser has HTTP/1.1 connections to a server. All load; one has the stream of
 * notifications, and all show its notifications.
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
  // After sign-in the page navigated; since then one tab has held the stream.
  expect(streams.opened).toBe(2);

  const asking = tabs.at(-1) ?? first;
  await asking.goto('/candidate/my-data');
  // The message disappears after five seconds, so wait in each tab before it is sent.
  const told = tabs.map((page) =>
    page.getByText('Your data is ready to download').first().waitFor(),
  );
  await asking.getByRole('button', { name: text('en', 'data.ask') }).click();
  await Promise.all(told);
});
