import { expect, type Page, test } from '@playwright/test';
import { CARDS, demoId, payByCard, signIn, text } from './world';

/*
 * An organization applies to an announcement with two of its staff, pays the fee by card, is sent
 * back once, submits again without another fee, and is approved. Nothing is stubbed.
 */

const LOCALE = 'en';
const ANNOUNCEMENT = demoId('announcement', 'hajj-supervisors');
const TITLE = /Transport supervisors/;
const COMMENT = 'Tell us more about your drivers.';

test.describe.configure({ timeout: 180_000 });

const t = (key: string) => text(LOCALE, key);
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key) });
const link = (page: Page, key: string) => page.getByRole('link', { name: t(key) });

test('an organization applies to an announcement, in en', async ({ browser }) => {
  const [page, desk] = await Promise.all(
    ['gla', 'admin'].map(async (username) => {
      const context = await browser.newContext({ locale: LOCALE });
      const own = await context.newPage();
      await signIn(own, LOCALE, username);
      return own;
    }),
  );
  if (!page || !desk) throw new Error('nobody is signed in');

  await test.step('chooses its people', async () => {
    await page.goto(`/announcements/${ANNOUNCEMENT}`);
    await link(page, 'announcement_page.apply').click();
    // Of a system that has just been started the announcement may still be on its way in an event.
    await expect(async () => {
      await page.goto(`/announcements/${ANNOUNCEMENT}/staff-members`);
      await expect(page.getByRole('checkbox', { name: /Amal/ })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    for (const name of [/Amal/, /Bandar/]) await page.getByRole('checkbox', { name }).click();
    await page.getByRole('textbox', { name: t('applications.note') }).fill('We know the roads.');
    await button(page, 'applications.save_and_review').click();
  });
  await test.step('pays the fee', async () => {
    await button(page, 'applications.go_to_payment').click();
    await link(page, 'applications.pay').click();
    await button(page, 'pay.pay').click();
    await payByCard(page, CARDS.good);
    await page.waitForURL(/\/payments\/paymob\/redirect/);
    await link(page, 'payment_return.continue').click();
    await stands(page, 'submitted');
  });
  await test.step('is sent back with a comment', async () => {
    await opensRequest(desk);
    await expect(desk.getByText('We know the roads.')).toBeVisible();
    await button(desk, 'approvals.do.returned').click();
    await desk.getByRole('dialog').locator('textarea[name=comment]').fill(COMMENT);
    await decides(desk, 'returned');
    await stands(page, 'returned');
    await expect(page.getByText(COMMENT)).toBeVisible();
  });
  await test.step('submits it again, which costs nothing', async () => {
    await link(page, 'applications.go_on').click();
    await page.getByRole('textbox', { name: t('applications.note') }).fill('Forty of them.');
    await button(page, 'applications.save_and_review').click();
    await button(page, 'applications.submit').click();
    await stands(page, 'submitted');
  });
  await test.step('is rated and approved', async () => {
    await desk.goto('/dashboard/applications');
    await desk.getByRole('link', { name: TITLE }).first().click();
    await desk.getByRole('textbox', { name: t('applications.rating') }).fill('81');
    await button(desk, 'common.save').click();
    await expect(desk.getByText(t('common.saved'))).toBeVisible();
    await opensRequest(desk);
    await button(desk, 'approvals.do.approved').click();
    await decides(desk, 'approved');
    await stands(page, 'approved');
  });
  await Promise.all([page.context().close(), desk.context().close()]);
});

async function opensRequest(desk: Page) {
  await expect(async () => {
    await desk.goto('/dashboard/approval-system/applications?status=pending');
    await desk.getByRole('link', { name: TITLE }).first().click({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(desk.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
}

async function decides(desk: Page, decision: 'approved' | 'returned') {
  const decided = desk.waitForResponse((answer) => answer.url().endsWith('/decisions'));
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t(`approvals.do.${decision}`) })
    .click();
  expect((await decided).status()).toBe(201);
}

/** The application's page says how it stands, as soon as the event has come. */
async function stands(page: Page, status: string) {
  await page.waitForURL(/\/dashboard\/applications\//);
  await expect(async () => {
    await page.reload();
    const chip = page
      .locator('main')
      .getByText(t(`status.application.${status}`))
      .first();
    await expect(chip).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}
