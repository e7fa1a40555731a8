/*
 * Signs in, opens the own notifications, and prints for each number of which a notice speaks when it
 * was drawn: "<number> <milliseconds since 1970>". `node notify_latency.mjs URL USERNAME PASSWORD`, until its
 * input ends. Its first line is the id of who has signed in.
 */
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../frontend/', import.meta.url))('@playwright/test');
const [url, username, password] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.ITQAN_CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
page.on('console', (message) => {
  if (message.type() === 'info') console.log(message.text());
});
await page.goto(`${url}/auth/sign-in`);
await page.locator('input[name=username]').fill(username);
await page.locator('input[name=password]').fill(password);
const answer = page.waitForResponse('**/api/v1/auth/login');
await page.locator('form button[type=submit]').click();
const { user } = await (await answer).json();
await page.waitForURL((to) => !to.pathname.startsWith('/auth/'));
await page.goto(`${url}/candidate/notifications`);
await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
await page.evaluate(() => {
  const seen = new Set();
  const look = () => {
    for (const [, number] of document.body.textContent.matchAll(/Forklift operation (\d+)/g)) {
      if (seen.has(number)) continue;
      seen.add(number);
      // A task after the next frame begins: what was changed is drawn.
      requestAnimationFrame(() => setTimeout(() => console.info(`${number} ${Date.now()}`)));
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
});
console.log(user.id);
process.stdin.resume();
process.stdin.on('end', () => browser.close().then(() => process.exit()));
