import { type Browser, expect, type Page, test } from '@playwright/test';
import { CARDS, type Locale, payByCard, seconds, signIn, waitForAnswer } from './world';

/*
 * An organization applies to an announcement with its staff and pays the fee by card. The application is returned
 * once, submitted again without another fee, rated and approved.
 */

export interface Applying {
  locale: Locale;
  t: (key: string) => RegExp;
  /** Creates an announcement that requires this number of staff and a fee; returns its ID. */
  announcement: string;
  title: RegExp;
  staff: readonly string[];
}

const COMMENT = 'السائقون: كم عددهم؟ How many drivers?';

const button = ({ t }: Applying, page: Page, key: string) =>
  page.getByRole('button', { name: t(key) });
const link = ({ t }: Applying, page: Page, key: string) => page.getByRole('link', { name: t(key) });

/** Fills in and submits an application; `page` is signed in as the organization. */
export async function applies(applying: Applying, browser: Browser, page: Page) {
  const { t, locale, title } = applying;
  const context = await browser.newContext({ locale });
  const desk = await context.newPage();
  await signIn(desk, locale, 'admin');
  await test.step('chooses its people', () => choosesPeople(applying, page));
  await test.step('pays the fee', () => pays(applying, page));
  await test.step('the application is returned with a comment', async () => {
    await opensRequest(desk, title);
    await expect(desk.getByText('We know the roads.')).toBeVisible();
    await button(applying, desk, 'approvals.do.returned').click();
    await desk.getByRole('dialog').locator('textarea[name=comment]').fill(COMMENT);
    await decides(applying, desk, 'returned');
    await stands(applying, page, 'returned');
    await expect(page.getByText(COMMENT).first()).toBeVisible();
  });
  await test.step('submits it again, without a fee', async () => {
    await link(applying, page, 'applications.go_on').click();
    await page.getByRole('textbox', { name: t('applications.note') }).fill('Forty of them.');
    await button(applying, page, 'applications.save_and_review').click();
    await button(applying, page, 'applications.submit').click();
    await stands(applying, page, 'submitted');
  });
  await test.step('the application is rated and approved', async () => {
    await desk.goto('/dashboard/applications');
    await desk.getByRole('link', { name: title }).first().click();
    await desk.getByRole('textbox', { name: t('applications.rating') }).fill('81');
    await button(applying, desk, 'common.save').click();
    await expect(desk.getByText(t('common.saved'))).toBeVisible();
    await opensRequest(desk, title);
    await button(applying, desk, 'approvals.do.approved').click();
    await decides(applying, desk, 'approved');
    await stands(applying, page, 'approved');
  });
  await test.step('the organization reads both rounds', async () => {
    const history = page.getByRole('region', { name: t('progress.history') });
    await expect(history.getByRole('listitem')).toHaveCount(4);
  });
  await context.close();
}

async function choosesPeople(applying: Applying, page: Page) {
  const { t, announcement, staff } = applying;
  await page.goto(`/announcements/${announcement}`);
  await link(applying, page, 'announcement_page.apply').click();
  // Events bring the announcement and the staff's approval and registration.
  await expect(async () => {
    await page.goto(`/announcements/${announcement}/staff-members`);
    for (const name of staff) {
      await expect(page.getByRole('checkbox', { name })).toBeEnabled({ timeout: seconds(5) });
    }
  }).toPass({ timeout: seconds(60) });
  for (const name of staff) await page.getByRole('checkbox', { name }).click();
  await page.getByRole('textbox', { name: t('applications.note') }).fill('We know the roads.');
  await button(applying, page, 'applications.save_and_review').click();
}

async function pays(applying: Applying, page: Page) {
  await button(applying, page, 'applications.go_to_payment').click();
  await link(applying, page, 'applications.pay').click();
  await button(applying, page, 'pay.pay').click();
  await payByCard(page, CARDS.good);
  await page.waitForURL(/\/payments\/paymob\/redirect/);
  await link(applying, page, 'payment_return.continue').click();
  await stands(applying, page, 'submitted');
}

async function opensRequest(desk: Page, title: RegExp) {
  await expect(async () => {
    await desk.goto('/dashboard/approval-system/applications?status=pending');
    await desk
      .getByRole('link', { name: title })
      .first()
      .click({ timeout: seconds(5) });
  }).toPass({ timeout: seconds(60) });
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function decides({ t }: Applying, desk: Page, decision: 'approved' | 'returned') {
  const decided = waitForAnswer(desk, '/decisions');
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t(`approvals.do.${decision}`) })
    .click();
  expect((await decided).status()).toBe(201);
}

/** Waits until the application's page shows the state, which an event brings. */
async function stands({ t }: Applying, page: Page, status: string) {
  await page.waitForURL(/\/dashboard\/applications\//);
  await expect(async () => {
    await page.reload();
    const chip = page
      .locator('main')
      .getByText(t(`status.application.${status}`))
      .first();
    await expect(chip).toBeVisible({ timeout: seconds(5) });
  }).toPass({ timeout: seconds(60) });
}
