import { type Browser, expect, type Page } from '@playwright/test';
import { type Applying, applies } from './applying';
import { test } from './reasons';
import {
  CARDS,
  civilNumber,
  codeNumber,
  demoId,
  invitationLink,
  type Locale,
  PASSWORD,
  payByCard,
  portrait,
  seconds,
  signIn,
  text,
  waitForAnswer,
} from './world';

/*
 * In both languages: an organization signs up, enters its details and documents, and is returned once with a remark.
 * A delegate of the approver approves it at both levels; it pays the fee and opens its dashboard. An invited staff
 * member is approved too, and the organization applies with them to an announcement (applying.ts). In Arabic they
 * also write and edit a training. Nothing is stubbed.
 */

const DETAILS = '/dashboard/account-settings/profile-details';
const INBOX = '/dashboard/approval-system/my-approvals';
const TRAINING = 'فرز الطرود';
const EDITED = 'فرز الطرود آليًا';

/** Texts to type and expect in each language; each uses its own people and announcement. */
const words = {
  en: {
    academy: 'Harbour Academy',
    colleague: { name_en: 'Yara Harbour', name_ar: 'يارا المرفأ' },
    country: 'Saudi',
    state: 'Riyadh',
    remark: 'The number is not the one in the register.',
    level: /Document review/,
    delegate: /Maha Al Subaie/,
    announcement: { key: 'port-inspectors', title: /Inspectors for container terminals/ },
  },
  ar: {
    academy: 'أكاديمية الرحلة',
    colleague: { name_en: 'Rakan Journey', name_ar: 'راكان الرحلة' },
    country: 'السعودية',
    state: 'الرياض',
    remark: 'الرقم لا يطابق السجل.',
    level: /مراجعة المستندات/,
    delegate: /مها السبيعي/,
    announcement: { key: 'fleet-mentors', title: /مرشدون لسائقي الشاحنات/ },
  },
} as const;

interface Stage {
  locale: Locale;
  t: (key: string) => RegExp;
  /** Makes numbers and names unique. */
  seed: number;
}

// Steps wait for mails and other users.
test.describe.configure({ timeout: seconds(400) });
// Gates of a new account; the approval arrives shortly after the decision.
test.use({
  expectedReasons: [
    'errors.identification.required',
    'errors.picture.required',
    'errors.approval.required',
  ],
});

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const eightDigits = (seed: number) => String(seed).padStart(8, '0');
const button = ({ t }: Stage, page: Page, key: string) =>
  page.getByRole('button', { name: t(key) });
const nameOf = ({ locale, seed }: Stage) => `${words[locale].academy} ${seed}`;
const colleagueOf = ({ locale }: Stage) => words[locale].colleague[`name_${locale}`];

for (const locale of ['ar', 'en'] as const) {
  test(`an organization is approved and applies, in ${locale}`, async ({ browser, request }) => {
    // Both languages may start in the same millisecond.
    const seed = (Date.now() + (locale === 'en' ? 50_000_000 : 0)) % 100_000_000;
    const stage: Stage = { locale, t: (key) => text(locale, key), seed };
    const { t } = stage;
    const username = `academy.${seed}`;
    const email = `${username}@example.com`;
    const context = await browser.newContext({ locale });
    const page = await context.newPage();

    await test.step('signs up and verifies the address', async () => {
      await signsUp(stage, page, username, email);
      await field(page, 'code').fill(await codeNumber(request, email, 1));
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    });
    await test.step('enters the ID number', () => givesNumber(stage, page));
    await test.step('enters its details in steps', () => givesDetails(stage, page));
    await test.step('uploads its documents and submits', () => submits(stage, page));
    await test.step('an admin reads a document, returns the request with a remark and delegates the next decisions', () =>
      isDecided(stage, browser, nameOf(stage), 'admin', async (desk) => {
        await readsDocument(stage, desk);
        await sendsBack(stage, desk);
        await goesAway(stage, desk);
      }));
    await test.step('corrects the field with a remark and submits again', () =>
      fixField(stage, page));
    await test.step('the delegate approves at both levels', () =>
      isDecided(stage, browser, nameOf(stage), 'reviewer', async (desk) => {
        await expect(desk.getByText(t('approvals.changed')).first()).toBeVisible();
        await approves(stage, desk);
        await expect(desk.getByText(t('delegations.also_for'))).toBeVisible();
        await approves(stage, desk);
        await expect(desk.getByText(t('status.request.approved')).first()).toBeVisible();
      }));
    await test.step('pays the registration fee and opens the dashboard', () =>
      opensDashboard(stage, page));
    const member = `member.${seed}@example.com`;
    await test.step('invites a staff member with the admin role', () =>
      invites(stage, page, member));
    const colleague = await test.step('the staff member accepts by the mailed link', async () => {
      const accepted = await accepts(stage, browser, await invitationLink(request, member));
      await page.reload();
      await expect(page.getByText(t('status.staff.active')).first()).toBeVisible();
      await expect(page.getByText(t('status.approval.submitted')).first()).toBeVisible();
      return accepted;
    });
    await test.step('the staff member is approved, uploads a picture and pays', async () => {
      await isDecided(stage, browser, colleagueOf(stage), 'reviewer', (desk) =>
        approves(stage, desk),
      );
      await givesPicture(stage, colleague);
      await opensDashboard(stage, colleague);
    });
    if (locale === 'ar') {
      await test.step('the organization plans a training', () => plansTraining(stage, page));
      await test.step('the staff member edits it', () => editsTraining(stage, colleague));
      await test.step('the organization sees the change', async () => {
        await page.reload();
        await expect(page.getByRole('heading', { level: 1, name: EDITED })).toBeVisible();
      });
    }
    await colleague.context().close();
    const { key, title } = words[locale].announcement;
    const applying: Applying = {
      locale,
      t,
      announcement: demoId('announcement', key),
      title,
      staff: [colleagueOf(stage)],
    };
    await applies(applying, browser, page);
    await context.close();
  });
}

async function signsUp(stage: Stage, page: Page, username: string, email: string) {
  await page.goto('/auth/sign-up');
  await page.getByRole('radio', { name: stage.t('common.profile_type.organization') }).check();
  await field(page, 'organization_name_en').fill(`${words.en.academy} ${stage.seed}`);
  await field(page, 'organization_name_ar').fill(`${words.ar.academy} ${stage.seed}`);
  await field(page, 'name_en').fill('Salma Journey');
  await field(page, 'name_ar').fill('سلمى الرحلة');
  await field(page, 'username').fill(username);
  await field(page, 'email').fill(email);
  await field(page, 'phone').fill('0501234567');
  await field(page, 'password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  // The browsers share two cores with the services, so slow requests may get a 503.
  await expect(async () => {
    await button(stage, page, 'common.sign_up').click();
    await page.waitForURL(/\/auth\/verification/, { timeout: seconds(15) });
  }).toPass({ timeout: seconds(120) });
}

async function givesNumber(stage: Stage, page: Page) {
  await page.goto('/dashboard/account-settings/profile');
  await field(page, 'civil_number').fill(civilNumber(stage.seed));
  const saved = waitForAnswer(page, '/users/me');
  await button(stage, page, 'common.save').click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('link', { name: stage.t('profile.approval.go_on') }).click();
  await page.waitForURL(`**${DETAILS}**`);
}

async function givesDetails(stage: Stage, page: Page) {
  // The previous page has a picture field too, so wait for this one.
  await expect(field(page, 'commercial_number')).toBeVisible();
  await choosesPicture(stage, page);
  const number = `40${eightDigits(stage.seed)}`.replace(/\d/g, (digit) =>
    '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)),
  );
  await field(page, 'commercial_number').fill(`${number.slice(0, 4)} ${number.slice(4)}`);
  await field(page, 'tax_number').fill(`300000${eightDigits(stage.seed)}3`);
  await goesOn(stage, page, 'contact');

  await field(page, 'contact_name').fill('سلمى الرحلة');
  await field(page, 'contact_phone').fill('+966112005500');
  await goesOn(stage, page, 'address');

  await chooses(stage, page, 'address.country', words[stage.locale].country);
  await chooses(stage, page, 'address.state', words[stage.locale].state);
  await field(page, 'line1').fill('طريق الملك فهد 5');
  await goesOn(stage, page, 'documents');
}

async function choosesPicture(stage: Stage, page: Page) {
  await page.locator('input[type=file]').setInputFiles({
    name: 'portrait.png',
    mimeType: 'image/png',
    buffer: await portrait(page),
  });
  const uploaded = waitForAnswer(page, '/image', 'PUT');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: stage.t('image.use') })
    .click();
  expect((await uploaded).status()).toBe(200);
  await expect(button(stage, page, 'image.change')).toBeVisible();
}

/** Saves the open step and continues to the next one. */
async function goesOn(stage: Stage, page: Page, next: string) {
  await button(stage, page, 'organization.save_and_go_on').click();
  await page.waitForURL(`**step=${next}`);
}

async function chooses(stage: Stage, page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: stage.t(label) }).fill(typed);
  await page.getByRole('option', { name: typed }).first().click();
}

async function submits(stage: Stage, page: Page) {
  const kinds = page.getByRole('region', { name: stage.t('organization.steps.documents') });
  const onward = button(stage, page, 'organization.go_on');
  await expect(onward).toBeDisabled();
  const asked = kinds.locator('ul > li').filter({ has: page.locator('input[type=file]') });
  for (const kind of await asked.all()) {
    const day = kind.getByRole('spinbutton').first();
    if ((await day.count()) > 0) {
      await day.click();
      await page.keyboard.type('31122035');
    }
    const saved = page.waitForResponse((answer) => answer.url().includes('/documents/'));
    await kind.locator('input[type=file]').setInputFiles({
      name: 'document.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(PDF),
    });
    expect((await saved).status()).toBe(200);
  }
  await onward.click();
  await submitsReview(stage, page);
  await expect(page.getByText(words[stage.locale].level).first()).toBeVisible();
}

async function submitsReview(stage: Stage, page: Page) {
  await page.waitForURL('**step=review');
  await button(stage, page, 'organization.submit').click();
  await expect(page.getByText(stage.t('status.approval.submitted')).first()).toBeVisible();
  // Another service creates the request; its approver arrives afterwards.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(stage.t('progress.at'))).toBeVisible({ timeout: seconds(5) });
  }).toPass({ timeout: seconds(60) });
}

const PDF =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n' +
  'trailer<</Root 1 0 R>>\n%%EOF\n';

async function fixField(stage: Stage, page: Page) {
  await expect(async () => {
    await page.goto(`${DETAILS}?step=details`);
    await expect(page.getByText(words[stage.locale].remark).first()).toBeVisible({
      timeout: seconds(5),
    });
  }).toPass({ timeout: seconds(60) });
  await field(page, 'commercial_number').fill(`10${eightDigits(stage.seed)}`);
  await goesOn(stage, page, 'contact');
  await page.goto(`${DETAILS}?step=review`);
  await submitsReview(stage, page);
}

/** Opens the newest request of this name as an admin, and runs the given actions. */
async function isDecided(
  stage: Stage,
  browser: Browser,
  name: string,
  approver: 'admin' | 'reviewer',
  decide: (desk: Page) => Promise<void>,
) {
  const context = await browser.newContext({ locale: stage.locale });
  const desk = await context.newPage();
  await signIn(desk, stage.locale, approver);
  const search = new URLSearchParams({ search: name });
  await desk.goto(`${INBOX}?${search}`);
  await expect(desk.getByRole('link', { name }).first()).toBeVisible();
  await desk.getByRole('link', { name: stage.t('approvals.whole') }).click();
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible();
  await decide(desk);
  await context.close();
}

/** Opens the first document beside the details, which the page's content policy must allow. */
async function readsDocument({ t }: Stage, desk: Page) {
  const documents = desk.getByRole('region', { name: t('approvals.documents') });
  await documents.getByRole('button').first().click();
  const viewer = desk.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: t('document_viewer.page') })).toBeVisible();
  await expect(viewer.getByText(t('submission.fields.commercial_number'))).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
}

async function sendsBack(stage: Stage, desk: Page) {
  const { t, locale } = stage;
  await button(stage, desk, 'approvals.do.returned').click();
  const dialog = desk.getByRole('dialog');
  await dialog.locator('textarea[name=comment]').fill('يُرجى تصحيح البيانات.');
  await dialog.getByRole('button', { name: t('approvals.add_remark') }).click();
  await dialog.getByRole('combobox', { name: t('approvals.field') }).click();
  await desk.getByRole('option', { name: t('submission.fields.commercial_number') }).click();
  await field(desk, 'remarks.0.text').fill(words[locale].remark);
  await dialog.getByRole('button', { name: t('approvals.do.returned') }).click();
  await expect(desk.getByText(t('status.request.returned')).first()).toBeVisible();
}

/** Delegates decisions on organizations to a colleague until tomorrow. */
async function goesAway(stage: Stage, desk: Page) {
  const { t, locale } = stage;
  await desk.goto(INBOX);
  await button(stage, desk, 'delegations.away').first().click();
  const dialog = desk.getByRole('dialog');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const last = dialog.getByRole('group', { name: t('delegations.last_day') });
  await last.getByRole('spinbutton').first().click();
  await desk.keyboard.type(tomorrow.split('-').toReversed().join(''));
  await dialog.getByRole('combobox', { name: t('delegations.delegate') }).click();
  await desk.getByRole('option', { name: words[locale].delegate }).click();
  await dialog.getByRole('combobox', { name: t('delegations.content_types') }).click();
  await desk.getByRole('option', { name: t('approvals.content.organization') }).click();
  await desk.keyboard.press('Escape');
  await button(stage, desk, 'delegations.save').click();
  await expect(desk.getByText(t('delegations.saved'))).toBeVisible();
}

async function approves(stage: Stage, desk: Page) {
  await button(stage, desk, 'approvals.do.approved').click();
  const decided = waitForAnswer(desk, '/decisions');
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: stage.t('approvals.do.approved') })
    .click();
  expect((await decided).status()).toBe(201);
  await expect(desk.getByRole('dialog')).toBeHidden();
}

async function opensDashboard(stage: Stage, page: Page) {
  await expect(async () => {
    await page.goto('/dashboard');
    await page.waitForURL(/\/payments\/pay/, { timeout: seconds(10) });
  }).toPass({ timeout: seconds(60) });
  await button(stage, page, 'pay.pay').click();
  await payByCard(page, CARDS.good);
  // When the payment event arrives, the page continues without a click.
  await page.waitForURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function invites(stage: Stage, page: Page, email: string) {
  await page.goto('/dashboard/staff');
  await page.getByRole('link', { name: stage.t('staff.add') }).click();
  await page.waitForURL('**/staff/add');
  await field(page, 'name_en').fill(words[stage.locale].colleague.name_en);
  await field(page, 'name_ar').fill(words[stage.locale].colleague.name_ar);
  await field(page, 'email').fill(email);
  await field(page, 'phone').fill('0507654321');
  await page.getByRole('combobox', { name: stage.t('staff.role') }).click();
  await page.getByRole('option', { name: stage.t('staff.roles.admin') }).click();
  await button(stage, page, 'staff.invite').click();
  await page.waitForURL(/\/staff\/[0-9a-f-]{36}\/view/);
  await expect(page.getByText(stage.t('status.staff.invited')).first()).toBeVisible();
}

async function accepts(stage: Stage, browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ locale: stage.locale });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText(stage.t('invitation.lead.staff'))).toBeVisible();
  await field(page, 'password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await button(stage, page, 'invitation.accept').click();
  // The first gate names the missing ID number.
  await expect(page.getByText(stage.t('access.identity')).first()).toBeVisible();
  await page.goto('/dashboard/account-settings/profile');
  await field(page, 'civil_number').fill(civilNumber(stage.seed + 1));
  const saved = waitForAnswer(page, '/users/me');
  await button(stage, page, 'common.save').click();
  expect((await saved).status()).toBe(200);
  return page;
}

async function plansTraining(stage: Stage, page: Page) {
  await page.goto('/dashboard/trainings');
  await page.getByRole('link', { name: stage.t('offers.add') }).click();
  await page.waitForURL('**/trainings/add');
  await field(page, 'title_en').fill('Sorting parcels');
  await field(page, 'title_ar').fill(TRAINING);
  await field(page, 'code').fill('SRT-101');
  await chooses(stage, page, 'offers.fields.category_id', 'الميل الأخير');
  await page.getByRole('combobox', { name: stage.t('offers.fields.level') }).click();
  await page.getByRole('option').first().click();
  await field(page, 'duration_hours').fill('24');
  await button(stage, page, 'offers.save_draft').click();
  await page.waitForURL(/\/trainings\/[0-9a-f-]{36}$/);
  await page.goto(`${page.url()}/view`);
  await expect(page.getByText(stage.t('status.training.draft')).first()).toBeVisible();
}

async function givesPicture(stage: Stage, page: Page) {
  // The dashboard requires the picture once the approval has arrived.
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(page.getByText(stage.t('access.picture')).first()).toBeVisible({
      timeout: seconds(5),
    });
  }).toPass({ timeout: seconds(60) });
  await page.goto('/dashboard/account-settings/profile');
  await choosesPicture(stage, page);
}

/** Opens the training from the list, and saves a new title and text. */
async function editsTraining(stage: Stage, page: Page) {
  await page.goto('/dashboard/trainings');
  await page.getByRole('link', { name: TRAINING }).click();
  await page.getByRole('link', { name: stage.t('common.edit') }).click();
  await page.waitForURL(/\/trainings\/[0-9a-f-]{36}$/);
  await field(page, 'title_ar').fill(EDITED);
  const words = page.getByRole('textbox', { name: stage.t('offers.fields.description_ar') });
  await words.click();
  await page.keyboard.type('من الرصيف إلى المركبة');
  await button(stage, page, 'common.save').click();
  await page.waitForURL(/\/view$/);
  await expect(page.getByText('من الرصيف إلى المركبة')).toBeVisible();
}
