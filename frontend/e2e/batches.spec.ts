import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import { CARDS, demoId, type Locale, mailsTo, payByCard, portrait, signIn, text } from './world';

/*
 * In both languages: an organization writes a training with a picture and plans a batch with recurring
 * sessions. It sees a clash of venues and publishes both. A visitor finds it by a misspelled word, and a
 * candidate enrolls and pays. When the batch is cancelled, the candidate is notified and gets the money back.
 * Nothing is stubbed.
 */

const PRICE = 750;
const TAUGHT = { en: 'What makes it safe to enter', ar: 'متى يكون الدخول آمنًا' };

/** Texts to type and expect in each language; `search` misspells a word of the title. */
const words = {
  en: {
    candidate: 'ibrahim',
    title_en: 'Care of fuel pumps',
    title_ar: 'صيانة مضخات الوقود',
    typed: 'مظخات',
    category: 'Last-mile delivery',
    city: 'Riyadh',
    notices: ['Your enrollment was cancelled', 'Payment refunded'],
  },
  ar: {
    candidate: 'faisal',
    title_en: 'Cleaning tankers',
    title_ar: 'تنظيف الصهاريج',
    typed: 'تنضيف',
    category: 'الميل الأخير',
    city: 'الرياض',
    notices: ['أُلغي تسجيلك', 'تم رد المبلغ'],
  },
} as const;

// Steps wait for mails, webhooks and other users.
test.describe.configure({ timeout: 300_000 });

interface Stage {
  locale: Locale;
  t: (key: string) => RegExp;
  request: APIRequestContext;
  /** Another batch of the same organization at the same place and times. */
  other: { starts_at: string; venue_en: string; venue_ar: string };
}

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);

for (const locale of ['en', 'ar'] as const) {
  test(`a training and its batch are planned, sold and cancelled, in ${locale}`, async ({
    browser,
    request,
  }) => {
    const answer = await request.get(`/api/v1/batches/${demoId('batch', 'journey')}`);
    const t = (key: string) => text(locale, key);
    const stage: Stage = { locale, t, request, other: await answer.json() };
    const context = await browser.newContext({ locale, timezoneId: 'Asia/Riyadh' });
    const desk = await context.newPage();
    const code = `RULE-${locale.toUpperCase()}-${Date.now() % 100_000_000}`;

    await signIn(desk, locale, 'gla');
    const training = await test.step('writes a training', () => writes(desk, stage, code));
    await test.step('adds a picture and publishes it', () => illustrates(desk, stage));
    await test.step('plans a batch by a recurrence rule', () =>
      plans(desk, stage, training, `${code}-1`));
    await test.step('sees the clash of venues', () =>
      expect(desk.getByText(t('batches.clash.venue')).first()).toBeVisible());
    const id = await test.step('saves the draft and publishes it', () => publishes(desk, stage));
    await test.step('the sessions follow the rule', () => followsRule(stage, id));
    const page = await test.step('a visitor finds it by a misspelled word', () =>
      finds(browser, stage, training, id));
    await test.step('a candidate enrolls and pays', () => pays(page, stage, training, id));
    await test.step('the organization cancels it, after seeing the refunds', () =>
      cancels(desk, stage));
    await test.step('the candidate is notified and refunded', () => hears(page, stage));
    await page.context().close();
    await context.close();
  });
}

/** Fills in the training; the editor turns lines that begin with a hyphen into a list. */
async function writes(desk: Page, { locale, t }: Stage, code: string): Promise<string> {
  const { title_en, title_ar, category } = words[locale];
  await desk.goto('/dashboard/trainings/add');
  await field(desk, 'title_en').fill(title_en);
  await field(desk, 'title_ar').fill(title_ar);
  await field(desk, 'code').fill(code);
  await chooses(desk, t('offers.fields.category_id'), category);
  await desk.getByRole('combobox', { name: t('offers.fields.level') }).click();
  await desk.getByRole('option').first().click();
  await field(desk, 'duration_hours').fill('12');
  for (const [language, line] of Object.entries(TAUGHT)) {
    await desk.locator(`textarea[name="summary_${language}"]`).fill(line);
    await desk.getByRole('textbox', { name: t(`offers.fields.description_${language}`) }).click();
    await desk.keyboard.type(`- ${line}`);
    await field(desk, `objectives.0.${language}`).fill(line);
  }
  await desk.getByRole('button', { name: t('offers.save_draft') }).click();
  await desk.waitForURL(/\/trainings\/[0-9a-f-]{36}$/);
  return desk.url().slice(-36);
}

async function chooses(page: Page, name: RegExp, typed: string) {
  await page.getByRole('combobox', { name }).fill(typed);
  await page.getByRole('option', { name: typed }).first().click();
}

async function illustrates(desk: Page, { t }: Stage) {
  await desk.getByLabel(t('offers.picture')).setInputFiles({
    name: 'tank.png',
    mimeType: 'image/png',
    buffer: await portrait(desk),
  });
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('image.use') })
    .click();
  await expect(desk.getByRole('button', { name: t('image.change') })).toBeVisible();
  await desk.goto(`${desk.url()}/view`);
  await desk.getByRole('button', { name: t('table.actions_of') }).click();
  await desk.getByRole('menuitem', { name: t('offers.do.publish') }).click();
  await confirms(desk, t('offers.do.publish'));
  await expect(desk.getByText(t('status.training.published')).first()).toBeVisible();
}

async function confirms(desk: Page, name: RegExp) {
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

const DAY = 24 * 3_600_000;

/** Formats a time for a field, in Riyadh's local time. */
const localTime = (moment: number) =>
  new Date(moment + 3 * 3_600_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);

const dayOf = (moment: number | string) => localTime(new Date(moment).getTime()).slice(0, 10);

/** Returns the day of the rule's second session. */
function dayLeftOut({ starts_at }: Stage['other']): string {
  const days = [1, 2, 3].map((after) => Date.parse(starts_at) + after * DAY);
  return dayOf(days.find((day) => isWorkday(dayOf(day))) as number);
}

/** Sunday to Thursday. */
const isWorkday = (day: string) => new Date(day).getUTCDay() < 5;

async function plans(desk: Page, stage: Stage, training: string, code: string) {
  const { locale, t, other } = stage;
  await desk.goto(`/dashboard/trainings/batches/add?training=${training}`);
  await field(desk, 'code').fill(code);
  await chooses(desk, t('batches.city'), words[locale].city);
  await field(desk, 'venue_en').fill(other.venue_en);
  await field(desk, 'venue_ar').fill(other.venue_ar);

  await desk.getByRole('button', { name: t('batches.by_rule') }).click();
  const dialog = desk.getByRole('dialog');
  await typesDay(
    dialog.getByRole('group', { name: t('batches.first_day') }),
    dayOf(other.starts_at),
  );
  await dialog.locator('input[name=count]').fill('3');
  await dialog.getByRole('button', { name: t('batches.add_except_day') }).click();
  await typesDay(dialog.getByRole('group', { name: t('batches.day_without') }), dayLeftOut(other));
  await dialog.getByRole('button', { name: t('batches.preview') }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  const taken = `batches.take_over_${new Intl.PluralRules(locale).select(3)}`;
  await dialog.getByRole('button', { name: t(taken) }).click();
  await expect(dialog).toBeHidden();

  await field(desk, 'capacity').fill('5');
  const now = Date.now();
  await field(desk, 'enrollment_opens_at').fill(localTime(now - 3_600_000));
  await field(desk, 'enrollment_closes_at').fill(localTime(now + 7 * DAY));
  await field(desk, 'price_minor').fill(String(PRICE));
}

async function typesDay(group: Locator, day: string) {
  await group.getByRole('spinbutton').first().click();
  await group.page().keyboard.type(day.split('-').reverse().join(''));
}

async function publishes(desk: Page, { t }: Stage): Promise<string> {
  await desk.getByRole('button', { name: t('batches.save_draft') }).click();
  await desk.waitForURL(/\/trainings\/batches\/[0-9a-f-]{36}$/);
  await expect(desk.getByText(t('status.batch.draft')).first()).toBeVisible();
  await desk.getByRole('button', { name: t('batches.do.publish') }).click();
  await confirms(desk, t('batches.do.publish'));
  await expect(desk.getByText(t('status.batch.published')).first()).toBeVisible();
  return desk.url().slice(-36);
}

async function followsRule({ request, other }: Stage, id: string) {
  const answer = await request.get(`/api/v1/batches/${id}`);
  const { sessions } = (await answer.json()) as { sessions: Record<string, string>[] };
  const days = sessions.map(({ starts_at = '' }) => dayOf(starts_at));
  expect(days).toHaveLength(3);
  expect(days[0]).toBe(dayOf(other.starts_at));
  expect(days.filter(isWorkday)).toEqual(days);
  expect(days).not.toContain(dayLeftOut(other));
  for (const { starts_at = '', ends_at = '' } of sessions)
    expect([starts_at, ends_at].map((at) => localTime(Date.parse(at)).slice(11))).toEqual([
      '09:00',
      '13:00',
    ]);
}

async function finds(
  browser: Browser,
  { locale, t }: Stage,
  training: string,
  id: string,
): Promise<Page> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const { typed, title_en, title_ar } = words[locale];
  await page.goto(`/trainings/batches?${new URLSearchParams({ search: typed })}`);
  await expect(page.getByText(t('catalogue.meant'))).toBeVisible();
  const picture = page.locator(`main img[src*="${training}"]`);
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await page.locator(`a[href*="${id}"]`).first().click();
  const title = locale === 'ar' ? title_ar : title_en;
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  // One for the description, one for the outcomes.
  await expect(page.getByRole('listitem').filter({ hasText: TAUGHT[locale] })).toHaveCount(2);
  return page;
}

async function pays(page: Page, { locale, t }: Stage, training: string, id: string) {
  await signIn(page, locale, words[locale].candidate);
  await page.goto(`/trainings/${training}/batch/${id}/enroll`);
  // Enrollment may receive the batch shortly after the catalogue shows it.
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
  await page.getByRole('button', { name: t('pay.pay') }).click();
  await payByCard(page, CARDS.good);
  await page.waitForURL(/\/payments\/paymob\/redirect/);
  await expect(page.getByText(t('payment_return.paid'))).toBeVisible();
  await page.goto(own);
  await shows(page, t('status.enrollment.confirmed'));
}

/** Reloads until the page shows a text that depends on other services. */
async function shows(page: Page, expected: RegExp) {
  const shown = page.getByText(expected).first();
  await expect(async () => {
    if (!(await shown.isVisible())) await page.reload();
    await expect(shown).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 120_000 });
}

async function cancels(desk: Page, { t }: Stage) {
  await desk.getByRole('button', { name: t('table.actions_of') }).click();
  await desk.getByRole('menuitem', { name: t('batches.do.cancel') }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText(t('batches.confirm.cancel.people_one'))).toBeVisible();
  await expect(dialog.getByText(t('batches.confirm.cancel.refund'))).toContainText(String(PRICE));
  await confirms(desk, t('batches.do.cancel'));
  await expect(desk.getByText(t('status.batch.cancelled')).first()).toBeVisible();
}

async function hears(page: Page, { locale, t, request }: Stage) {
  const { candidate, notices } = words[locale];
  await shows(page, t('status.enrollment.cancelled'));
  await shows(page, t('my_batches.refunded'));
  const first = page.getByText(notices[0] as string).first();
  await expect(async () => {
    // A click directly after a reload may precede hydration.
    if (!(await first.isVisible())) await page.getByTitle(t('routes.notifications')).click();
    await expect(first).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  for (const notice of notices) await expect(page.getByText(notice).first()).toBeVisible();
  const mails = async () => {
    const all = await mailsTo(request, `${candidate}@demo.itqan.example`);
    return all.map(({ subject }) => subject).join('\n');
  };
  // In the user's language, which may differ from the page's.
  for (const subject of [0, 1].map((each) => `${words.ar.notices[each]}|${words.en.notices[each]}`))
    await expect.poll(mails, { timeout: 90_000 }).toMatch(new RegExp(subject));
}
