import { expect, type Page, test } from '@playwright/test';
import { portrait, signIn, text } from './world';

/*
 * A candidate pays the registration fee by bank transfer and uploads the bank's receipt; an admin
 * imports the bank's statement and confirms the match, and the candidate's account opens. Nothing is
 * stubbed.
 */

const LOCALE = 'en';

const t = (key: string) => text(LOCALE, key);
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key) });

/** A message of SWIFT with one credit. */
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

test('a transfer is chosen, imported and confirmed', async ({ browser }) => {
  const [page, desk] = await Promise.all(
    ['reem', 'admin'].map(async (username) => {
      const context = await browser.newContext({ locale: LOCALE });
      const own = await context.newPage();
      await signIn(own, LOCALE, username);
      return own;
    }),
  );
  if (!page || !desk) throw new Error('nobody is signed in');
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
  await test.step('and uploads the receipt', async () => {
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
  await test.step('and confirms the match', async () => {
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
