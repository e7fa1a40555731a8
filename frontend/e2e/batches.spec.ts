import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { CARDS, demoId, mailsTo, payByCard, signIn, text } from './world';

/*
 * A batch's way in Arabic: planned by a rule, shown to clash with another one, published, found by
 * the public, paid by a candidate, and cancelled: the candidate hears of it and has the money back.
 * Nothing is stubbed.
 */

const LOCALE = 'ar';
const TRAINING = demoId('training', 'WHS-101');
const CANDIDATE = 'faisal';
const PRICE = 750;

// The steps wait for mails, webhooks and other people.
test.describe.configure({ timeout: 300_000 });

const t = (key: string) => text(LOCALE, key);
const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);

interface Other {
  starts_at: string;
  venue_en: string;
  venue_ar: string;
  training: { title_ar: string };
}

test('a batch is planned, sold and cancelled, in ar', async ({ browser, request }) => {
  const code = `RULE-${Date.now() % 100_000_000}`;
  const context = await browser.newContext({ locale: LOCALE, timezoneId: 'Asia/Riyadh' });
  const desk = await context.newPage();
  // Another batch of the same organization: what is at its place and time clashes with it.
  const other = await readBatch(request, demoId('batch', 'journey'));

  await signIn(desk, LOCALE, 'gla');
  await test.step('plans a batch by a rule', () => plans(desk, code, other));
  await test.step('sees that its hall is taken', () =>
    expect(desk.getByText(/مشغول بـ/).first()).toBeVisible());
  const id = await test.step('saves the draft and publishes it', () => publishes(desk));
  const candidate = await test.step('a candidate finds it, written otherwise, and pays it', () =>
    findsAndPays(browser, id, other));
  await test.step('it is cancelled, which says first what goes back', () => cancels(desk));
  await test.step('the candidate hears of it and has the money back', () =>
    hears(candidate, request));
  await candidate.context().close();
  await context.close();
});

async function readBatch(request: APIRequestContext, id: string): Promise<Other> {
  return (await (await request.get(`/api/v1/batches/${id}`)).json()) as Other;
}

/** A moment as a field for the local time of Riyadh takes it. */
const localTime = (moment: number) =>
  new Date(moment + 3 * 3_600_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);

async function plans(desk: Page, code: string, other: Other) {
  await desk.goto(`/dashboard/trainings/batches/add?training=${TRAINING}`);
  await field(desk, 'code').fill(code);
  await desk.getByRole('combobox', { name: t('batches.city') }).fill('الرياض');
  await desk.getByRole('option', { name: 'الرياض' }).first().click();
  await field(desk, 'venue_en').fill(other.venue_en);
  await field(desk, 'venue_ar').fill(other.venue_ar);

  await desk.getByRole('button', { name: t('batches.by_rule') }).click();
  const dialog = desk.getByRole('dialog');
  const first = dialog.getByRole('group', { name: t('batches.first_day') });
  await first.getByRole('spinbutton').first().click();
  const [year, month, day] = localTime(Date.parse(other.starts_at)).slice(0, 10).split('-');
  await desk.keyboard.type(`${day}${month}${year}`);
  await dialog.locator('input[name=count]').fill('3');
  await dialog.getByRole('button', { name: t('batches.preview') }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: t('batches.take_over_few') }).click();
  await expect(dialog).toBeHidden();
  await expect(field(desk, 'sessions.2.starts_at')).toHaveValue('09:00');

  await field(desk, 'capacity').fill('5');
  const now = Date.now();
  await field(desk, 'enrollment_opens_at').fill(localTime(now - 3_600_000));
  await field(desk, 'enrollment_closes_at').fill(localTime(now + 7 * 24 * 3_600_000));
  await field(desk, 'price_minor').fill(String(PRICE));
}

async function publishes(desk: Page): Promise<string> {
  await desk.getByRole('button', { name: t('batches.save_draft') }).click();
  await desk.waitForURL(/\/trainings\/batches\/[0-9a-f-]{36}$/);
  await expect(desk.getByText(t('status.batch.draft')).first()).toBeVisible();
  await desk.getByRole('button', { name: t('batches.do.publish') }).click();
  await confirms(desk, 'publish');
  await expect(desk.getByText(t('status.batch.published')).first()).toBeVisible();
  return desk.url().slice(-36);
}

async function confirms(desk: Page, question: 'publish' | 'cancel') {
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: t(`batches.do.${question}`) }).click();
  await expect(dialog).toBeHidden();
}

async function findsAndPays(browser: Browser, id: string, { training }: Other): Promise<Page> {
  const context = await browser.newContext({ locale: LOCALE });
  const page = await context.newPage();
  // Without the hamza and with another last letter, as many write.
  const typed = training.title_ar.replaceAll(/[أإآ]/g, 'ا').replaceAll('ة', 'ه');
  const search = new URLSearchParams({ search: typed, page_size: '50' });
  await page.goto(`/trainings/batches?${search}`);
  const found = page.locator(`a[href*="${id}"]`).first();
  await expect(found).toBeVisible();

  await signIn(page, LOCALE, CANDIDATE);
  await page.goto(`/trainings/${TRAINING}/batch/${id}/enroll`);
  // Enrollment may hear of the batch a moment after the catalogue shows it.
  const confirm = page.getByRole('button', { name: t('enroll.confirm') });
  await expect(async () => {
    if (!(await confirm.isVisible())) await page.reload();
    await expect(confirm).toBeEnabled({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await confirm.click();
  await page.waitForURL(/\/candidate\/my-trainings\/[^/]+\/batch\//);
  const own = page.url();
  await page
    .getByRole('link', { name: t('my_batches.pay') })
    .first()
    .click();
  await page.waitForURL(/\/payments\/pay\?/);
  await page.getByRole('button', { name: t('pay.by_card') }).click();
  await payByCard(page, CARDS.good);
  await page.waitForURL(/\/payments\/paymob\/redirect/);
  await expect(page.getByText(t('payment_return.paid'))).toBeVisible();
  await page.goto(own);
  await shows(page, t('status.enrollment.confirmed'));
  return page;
}

/** Waits for a text that the page shows once other services have done their part. */
async function shows(page: Page, expected: RegExp) {
  const shown = page.getByText(expected).first();
  await expect(async () => {
    if (!(await shown.isVisible())) await page.reload();
    await expect(shown).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 120_000 });
}

async function cancels(desk: Page) {
  await desk.getByRole('button', { name: t('table.actions_of') }).click();
  await desk.getByRole('menuitem', { name: t('batches.do.cancel') }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText(t('batches.confirm.cancel.people_one'))).toBeVisible();
  await expect(dialog.getByText(t('batches.confirm.cancel.refund'))).toContainText(String(PRICE));
  await confirms(desk, 'cancel');
  await expect(desk.getByText(t('status.batch.cancelled')).first()).toBeVisible();
}

async function hears(page: Page, request: APIRequestContext) {
  await shows(page, t('status.enrollment.cancelled'));
  await shows(page, t('my_batches.refunded'));
  const mails = async () => {
    const all = await mailsTo(request, `${CANDIDATE}@demo.itqan.example`);
    return all.map(({ subject }) => subject).join('\n');
  };
  await expect
    .poll(mails, { timeout: 90_000 })
    .toMatch(/أُلغي تسجيلك|Your enrollment was cancelled/);
  await expect.poll(mails, { timeout: 90_000 }).toMatch(/تم رد المبلغ|Payment refunded/);
}
