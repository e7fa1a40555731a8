import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { CARDS, demoId, PASSWORD, payByCard, portrait, signIn, text } from './world';

/*
 * A candidate pays the registration fee by bank transfer and uploads the bank's receipt. An admin imports the bank's
 * statement and confirms the match, which opens the account. An organization buys seats on account, and by card with
 * a partial refund. Nothing is stubbed.
 */

const LOCALE = 'en';

const t = (key: string) => text(LOCALE, key);
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key) });

/** A SWIFT message with one credit. */
function mt940(amount: string, reference: string): string {
  const at = new Date();
  const day = at.toISOString().slice(2, 10).replaceAll('-', '');
  return [
    ':20:STATEMENT',
    ':25:SA0380000000608010167519',
    ':28C:1/1',
    `:60F:C${day}SAR1000,00`,
    `:61:${day}${day.slice(2)}C${amount.replace('.', ',')}NTRFNONREF//BK${at.getTime()}`,
    `:86:${reference.slice(0, 9)}`,
    `${reference.slice(9)} REGISTRATION`,
    `:62F:C${day}SAR2000,00`,
    '',
  ].join('\n');
}

async function signedIn(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({ locale: LOCALE });
  const page = await context.newPage();
  await signIn(page, LOCALE, username);
  return page;
}

test('a transfer is chosen, imported and confirmed', async ({ browser }) => {
  const [page, desk] = await Promise.all([signedIn(browser, 'reem'), signedIn(browser, 'admin')]);
  let amount = '';
  let reference = '';

  await test.step('the payer sees the account, the amount and the reference', async () => {
    await page.goto('/payments/pay');
    await page.getByRole('radio', { name: t('pay.ways.bank_transfer') }).click();
    await button(page, 'pay.show_account').click();
    await expect(page.getByText('SA0380000000608010167519')).toBeVisible();
    amount = await page.getByText(/^\d+\.\d\d$/).innerText();
    reference = await page.getByText(/^RF\d\d/).innerText();
  });
  await test.step('the payer uploads the receipt', async () => {
    const file = { name: 'receipt.png', mimeType: 'image/png', buffer: await portrait(page) };
    const chosen = page.waitForEvent('filechooser');
    await button(page, 'pay.transfer.upload').click();
    await (await chosen).setFiles(file);
    await expect(button(page, 'pay.transfer.view')).toBeVisible();
  });
  await test.step('an admin imports the statement', async () => {
    await desk.goto('/dashboard/payments/transfers?status=proposed');
    await button(desk, 'transfers.import').first().click();
    const chosen = desk.waitForEvent('filechooser');
    await button(desk, 'transfers.choose').click();
    const buffer = Buffer.from(mt940(amount, reference));
    await (await chosen).setFiles({ name: 'statement.sta', mimeType: 'text/plain', buffer });
    await expect(desk.getByText(t('transfers.imported'))).toBeVisible();
    await button(desk, 'common.close').click();
  });
  await test.step('the admin confirms the match', async () => {
    await desk.getByRole('checkbox', { name: /BK\d+/ }).click();
    await desk
      .getByRole('toolbar')
      .getByRole('button', { name: t('transfers.confirm') })
      .click();
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: t('transfers.confirm') })
      .click();
    await expect(desk.getByText(t('transfers.confirmed'))).toBeVisible();
  });
  await test.step('the fee is paid, with a receipt', async () => {
    await expect(async () => {
      await page.goto('/candidate/my-payments');
      await page.getByRole('link', { name: /registration fee/ }).click({ timeout: 5_000 });
      await expect(page.getByText(/REC-\d{4}-\d{6}/).first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  });
});

interface Charge {
  id: string;
  reference: string;
  subject_id: string;
}

/** An open batch with a price and without acceptance, which no other test fills or cancels. */
const SEATS_OF = demoId('batch', 'WHS-101-3');

/** Buys seats without names as the organization, and opens the charge. */
async function buySeats(request: APIRequestContext, seats: number): Promise<Charge> {
  const login = await request.post('/api/v1/auth/login', {
    data: { username: 'gla', password: PASSWORD },
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  const bought = await request.post('/api/v1/bulk-enrollments/seats', {
    headers,
    data: { batch_id: SEATS_OF, seats },
  });
  expect(bought.status(), await bought.text()).toBe(201);
  const { id } = (await bought.json()) as { id: string };
  let charge: Charge | undefined;
  await expect(async () => {
    const open = await request.get('/api/v1/charges?status=open&page_size=100', { headers });
    const charges = (await open.json()) as { data: Charge[] };
    charge = charges.data.find(({ subject_id }) => subject_id === id);
    expect(charge).toBeDefined();
  }).toPass({ timeout: 30_000 });
  if (!charge) throw new Error('nothing is to be paid');
  return charge;
}

test('an organization pays for seats on account', async ({ browser }) => {
  const page = await signedIn(browser, 'gla');
  const charge = await buySeats(page.request, 1);

  await test.step('the organization pays on account, which settles at once', async () => {
    await page.goto(`/payments/pay?charge=${charge.id}`);
    await page.getByRole('radio', { name: t('pay.ways.on_account') }).click();
    await expect(page.getByText(/The remaining limit will be/)).toBeVisible();
    await button(page, 'pay.account.pay').click();
    await expect(page.getByRole('link', { name: t('pay.continue') })).toBeVisible();
  });
  await test.step('the account shows the debt', async () => {
    await page.goto('/dashboard/payments/accounts');
    await page.getByRole('grid').getByRole('row').nth(1).click();
    await expect(page.getByText(t('accounts.kind.charged')).first()).toBeVisible();
    await page.getByRole('link', { name: t('accounts.latest') }).click();
    await expect(page.getByText(/REC-\d{4}-\d{6}/).first()).toBeVisible({ timeout: 15_000 });
  });
});

const DECODED = `
import base64, json, sys
import pypdfium2, zxingcpp
page = pypdfium2.PdfDocument(sys.stdin.buffer.read())[0].render(scale=2).to_pil()
(code,) = zxingcpp.read_barcodes(page)
content, fields = base64.b64decode(code.text), []
while content:
    fields.append(content[2:2 + content[1]].decode())
    content = content[2 + content[1]:]
print(json.dumps(fields))
`;

/** Returns the fields of a receipt's tax QR code: seller, VAT number, time, total and tax. */
const taxCodeOf = (pdf: Buffer): string[] =>
  JSON.parse(execFileSync('python', ['-c', DECODED], { input: pdf, encoding: 'utf-8' }));

test('a card payment has a receipt with a tax code, and is refunded in part', async ({
  browser,
}) => {
  const [page, desk] = await Promise.all([signedIn(browser, 'gla'), signedIn(browser, 'admin')]);
  const charge = await buySeats(page.request, 1);
  const payment = `/dashboard/payments?search=${charge.reference}`;

  await test.step('the organization pays by card', async () => {
    await page.goto(`/payments/pay?charge=${charge.id}`);
    await page.getByRole('radio', { name: t('pay.ways.card'), exact: true }).click();
    await button(page, 'pay.pay').click();
    await payByCard(page, CARDS.good);
    await page.waitForURL(/\/payments\/paymob\/redirect/);
  });
  await test.step('the receipt’s QR code has the tax', async () => {
    await page.goto(payment);
    await page.getByRole('grid').getByRole('row').nth(1).click();
    const save = page.getByRole('button', { name: /Save REC-\d{4}-\d{6} as PDF/ });
    await expect(save).toBeEnabled({ timeout: 60_000 });
    const saved = page.waitForEvent('download');
    await save.click();
    const pdf = await readFile(await (await saved).path());
    const [, vatNumber, , total] = taxCodeOf(pdf);
    expect(vatNumber).toBe('399999999900003');
    const shown = await page
      .getByText(/^SAR\s[\d,]+/)
      .first()
      .innerText();
    expect(Number(total)).toBe(Number(shown.replace(/[^\d.]/g, '')));
  });
  await test.step('an admin refunds a part, which creates a credit note', async () => {
    await desk.goto(payment);
    await desk.getByRole('grid').getByRole('row').nth(1).click();
    await button(desk, 'payments.refund').click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel(t('payments.refund_text')).fill('100');
    await dialog.getByLabel(t('payments.reason')).fill('One seat was half a seat');
    await dialog.getByRole('button', { name: t('payments.refund') }).click();
    await expect(desk.getByRole('alert').getByText(t('payments.refund_requested'))).toBeVisible();
    const save = desk.getByRole('button', { name: /Save CRN-\d{4}-\d{6} as PDF/ });
    await expect(save).toBeEnabled({ timeout: 60_000 });
    const saved = desk.waitForEvent('download');
    await save.click();
    const [, , , total] = taxCodeOf(await readFile(await (await saved).path()));
    expect(Number(total)).toBe(100);
  });
});
