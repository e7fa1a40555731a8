import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, type Response } from '@playwright/test';

/* Helpers of tests on the whole system: the app's texts, mail catcher, card page and demo data. */

export type Locale = 'en' | 'ar';

const systemUrl = process.env.ITQAN_E2E_URL ?? '';
const mailUrl = process.env.ITQAN_E2E_MAIL_URL ?? '';

/** True if responses are late, or lost after the work was done (deploy/local/degraded.py). */
export const isDegraded = Boolean(process.env.ITQAN_E2E_DEGRADED);

/** Converts to milliseconds, four times as many behind a bad network. */
export const seconds = (count: number) => count * (isDegraded ? 4_000 : 1_000);

export const PASSWORD = 'Itqan-Demo-2026';
export const CARDS = { good: '4111111111111111', noMoney: '4000000000009995' };

const DEMO = '6f1f6b1e5f0e5c589d0c8a1f0f3f7c11';

/** Returns the ID of a demo record, like the services: a version 5 UUID of its kind and key. */
export function demoId(kind: string, key: string): string {
  const hash = createHash('sha1')
    .update(Buffer.concat([Buffer.from(DEMO, 'hex'), Buffer.from(`${kind}:${key}`)]))
    .digest()
    .subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the app's text for a key as a pattern; placeholders match anything. */
export function text(locale: Locale, key: string): RegExp {
  const [file, ...path] = key.split('.');
  const folder = join(import.meta.dirname, '../src/i18n/locales', locale);
  let found: unknown = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'));
  for (const part of path) found = (found as Record<string, unknown>)[part];
  if (typeof found !== 'string') throw new Error(`there is no text ${key} in ${locale}`);
  const literal = found.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{[^}]+\}\}/g, '.+');
  return new RegExp(literal);
}

interface Mail {
  subject: string;
  text: string;
  time: string;
  to: { address: string }[];
}

/** Lists the mails to an address, oldest first. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const mails = (await (await request.get(`${mailUrl}/email`)).json()) as Mail[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}

/** Waits until `count` codes were sent to an address, and returns the newest. */
export async function codeNumber(
  request: APIRequestContext,
  address: string,
  count: number,
): Promise<string> {
  const codes = async () =>
    (await mailsTo(request, address)).flatMap((mail) => mail.text.match(/\b\d{6}\b/)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length, { timeout: seconds(90) }).toBe(count);
  return (await codes())[count - 1] as string;
}

/** Returns the link of the newest invitation to an address. */
export async function invitationLink(request: APIRequestContext, address: string): Promise<string> {
  const links = async () =>
    (await mailsTo(request, address)).flatMap(
      (mail) => mail.text.match(/\/auth\/invitation#[\w-]+/)?.[0] ?? [],
    );
  await expect
    .poll(async () => (await links()).length, { timeout: seconds(90) })
    .toBeGreaterThan(0);
  return (await links()).at(-1) as string;
}

/**
 * Waits for the response to a request whose path ends like this. It may be that of a repeated request: if the lost one
 * made the token stale, the app first refreshes it.
 */
export const waitForAnswer = (page: Page, end: string, method?: string): Promise<Response> =>
  page.waitForResponse(
    (answer) =>
      new URL(answer.url()).pathname.endsWith(end) &&
      answer.status() !== 401 &&
      (method === undefined || answer.request().method() === method),
  );

/** Fills the provider's card page and pays. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await page.waitForURL(/unifiedcheckout/);
  await page.locator('#number').fill(number);
  await page.locator('#expiry').fill('01/39');
  await page.locator('#cvv').fill('123');
  await page.locator('#name').fill('Test Account');
  await page.locator('button.pay').click();
}

/** Returns an unused civil number: ten digits with a valid check digit. */
export function civilNumber(seed: number): string {
  const nine = `1${String(seed % 100_000_000).padStart(8, '0')}`;
  const sum = [...nine].reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return nine + ((10 - (sum % 10)) % 10);
}

/** Signs in through the form. */
export async function signIn(page: Page, locale: Locale, username: string): Promise<void> {
  await page.goto('/auth/sign-in');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: text(locale, 'common.sign_in') }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
}

/** Returns the seats left of a batch, as the catalogue shows them. */
export async function seatsLeft(request: APIRequestContext, batchId: string): Promise<number> {
  const answer = await request.get(`${systemUrl}/api/v1/batches/${batchId}`, {
    maxRetries: 3,
  });
  return ((await answer.json()) as { seats_left: number }).seats_left;
}

/** Draws a picture in the browser that is wider than high. */
export async function portrait(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 700;
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
    brush.fillStyle = '#0f766e';
    brush.fillRect(0, 0, 900, 700);
    brush.fillStyle = '#fde68a';
    brush.arc(450, 330, 190, 0, Math.PI * 2);
    brush.fill();
    return canvas.toDataURL('image/png').split(',')[1] as string;
  });
  return Buffer.from(data, 'base64');
}
