import { type Browser, expect, type Page, test } from '@playwright/test';
import {
  CARDS,
  civilNumber,
  codeNumber,
  invitationLink,
  PASSWORD,
  payByCard,
  portrait,
  signIn,
  text,
} from './world';

/*
 * An organization's way in Arabic from sign-up over its steps and documents, one return with a
 * remark and the approval of both levels, to its dashboard and a training, which a staff member who
 * accepts an invitation edits. Nothing is stubbed.
 */

const LOCALE = 'ar';
const DETAILS = '/dashboard/account-settings/profile-details';
const NAME = 'أكاديمية الرحلة';
const COLLEAGUE = 'راكان الرحلة';
const TRAINING = 'فرز الطرود';
const EDITED = 'فرز الطرود آليًا';
const REMARK = 'الرقم لا يطابق السجل.';

// The steps wait for mails and other people.
test.describe.configure({ timeout: 300_000 });

const t = (key: string) => text(LOCALE, key);
const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
/** Of numbers that no other organization may have. */
const eightDigits = (seed: number) => String(seed).padStart(8, '0');
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key) });

test('an organization is approved, in ar', async ({ browser, request }) => {
  const seed = Date.now() % 100_000_000;
  const username = `academy.${seed}`;
  const email = `${username}@example.com`;
  const name = `${NAME} ${seed}`;
  const context = await browser.newContext({ locale: LOCALE });
  const page = await context.newPage();

  await test.step('signs up and verifies the address', async () => {
    await signsUp(page, username, email, name);
    await field(page, 'code').fill(await codeNumber(request, email, 1));
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  });
  await test.step('gives the own number', () => givesNumber(page, seed));
  await test.step('gives its details in steps', () => givesDetails(page, seed));
  await test.step('hands in its documents and submits', () => submits(page));
  await test.step('is sent back with a remark', () =>
    isDecided(browser, name, async (desk) => {
      await button(desk, 'approvals.do.returned').click();
      const dialog = desk.getByRole('dialog');
      await dialog.locator('textarea[name=comment]').fill('يُرجى تصحيح البيانات.');
      await dialog.getByRole('button', { name: t('approvals.add_remark') }).click();
      await dialog.getByRole('combobox', { name: t('approvals.field') }).click();
      await desk.getByRole('option', { name: t('submission.fields.commercial_number') }).click();
      await field(desk, 'remarks.0.text').fill(REMARK);
      await dialog.getByRole('button', { name: t('approvals.do.returned') }).click();
      await expect(desk.getByText(t('status.request.returned')).first()).toBeVisible();
    }));
  await test.step('mends what was remarked on and submits again', () => mends(page, seed));
  await test.step('is approved at both levels', () =>
    isDecided(browser, name, async (desk) => {
      await expect(desk.getByText(t('approvals.changed')).first()).toBeVisible();
      await approves(desk);
      await expect(button(desk, 'approvals.do.approved')).toBeVisible();
      await approves(desk);
      await expect(desk.getByText(t('status.request.approved')).first()).toBeVisible();
    }));
  await test.step('pays its registration and opens its dashboard', () => opensDashboard(page));
  const member = `member.${seed}@example.com`;
  await test.step('invites a staff member with the admin role', () => invites(page, member));
  const colleague = await test.step('who accepts by the link in the mail', async () => {
    const accepted = await accepts(browser, await invitationLink(request, member), seed + 1);
    await page.reload();
    await expect(page.getByText(t('status.staff.active')).first()).toBeVisible();
    await expect(page.getByText(t('status.approval.submitted')).first()).toBeVisible();
    return accepted;
  });
  await test.step('plans a training', () => plansTraining(page));
  await test.step('the staff member is approved, gives a picture and pays', async () => {
    await isDecided(browser, COLLEAGUE, approves, 'reviewer');
    await givesPicture(colleague);
    await opensDashboard(colleague);
  });
  await test.step('and edits the training', () => editsTraining(colleague));
  await test.step('which the organization sees', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: EDITED })).toBeVisible();
  });
  await colleague.context().close();
  await context.close();
});

async function signsUp(page: Page, username: string, email: string, name: string) {
  await page.goto('/auth/sign-up');
  await page.getByRole('radio', { name: t('common.profile_type.organization') }).check();
  await field(page, 'organization_name_en').fill('Journey Academy');
  await field(page, 'organization_name_ar').fill(name);
  await field(page, 'name_en').fill('Salma Journey');
  await field(page, 'name_ar').fill('سلمى الرحلة');
  await field(page, 'username').fill(username);
  await field(page, 'email').fill(email);
  await field(page, 'phone').fill('0501234567');
  await field(page, 'password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  // The browsers share two cores with the services: what takes too long is answered with a 503.
  await expect(async () => {
    await button(page, 'common.sign_up').click();
    await page.waitForURL(/\/auth\/verification/, { timeout: 15_000 });
  }).toPass({ timeout: 120_000 });
}

async function givesNumber(page: Page, seed: number) {
  await page.goto('/dashboard/account-settings/profile');
  await field(page, 'civil_number').fill(civilNumber(seed));
  const saved = page.waitForResponse('**/api/v1/users/me');
  await button(page, 'common.save').click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('link', { name: t('profile.approval.go_on') }).click();
  await page.waitForURL(`**${DETAILS}**`);
}

async function givesDetails(page: Page, seed: number) {
  // The page before this one has a picture to choose too.
  await expect(field(page, 'commercial_number')).toBeVisible();
  await choosesPicture(page);
  const number = `40${eightDigits(seed)}`.replace(/\d/g, (digit) =>
    '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)),
  );
  await field(page, 'commercial_number').fill(`${number.slice(0, 4)} ${number.slice(4)}`);
  await field(page, 'tax_number').fill(`300000${eightDigits(seed)}3`);
  await goesOn(page, 'contact');

  await field(page, 'contact_name').fill('سلمى الرحلة');
  await field(page, 'contact_phone').fill('+966112005500');
  await goesOn(page, 'address');

  await chooses(page, 'address.country', 'السعودية');
  await chooses(page, 'address.state', 'الرياض');
  await field(page, 'line1').fill('طريق الملك فهد 5');
  await goesOn(page, 'documents');
}

async function choosesPicture(page: Page) {
  await page.locator('input[type=file]').setInputFiles({
    name: 'portrait.png',
    mimeType: 'image/png',
    buffer: await portrait(page),
  });
  const uploaded = page.waitForResponse((answer) => answer.url().endsWith('/image'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('image.use') })
    .click();
  expect((await uploaded).status()).toBe(200);
  await expect(button(page, 'image.change')).toBeVisible();
}

/** Saves the step that is open; the next one follows. */
async function goesOn(page: Page, next: string) {
  await button(page, 'organization.save_and_go_on').click();
  await page.waitForURL(`**step=${next}`);
}

async function chooses(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: t(label) }).fill(typed);
  await page.getByRole('option', { name: typed }).first().click();
}

async function submits(page: Page) {
  const kinds = page.getByRole('region', { name: t('organization.steps.documents') });
  const onward = button(page, 'organization.go_on');
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
  await submitsReview(page);
  await expect(page.getByText(/مراجعة المستندات/).first()).toBeVisible();
}

async function submitsReview(page: Page) {
  await page.waitForURL('**step=review');
  await button(page, 'organization.submit').click();
  await expect(page.getByText(t('status.approval.submitted')).first()).toBeVisible();
  // The request is made by another service: with whom it is comes after it.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(t('progress.at'))).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

const PDF =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n' +
  'trailer<</Root 1 0 R>>\n%%EOF\n';

async function mends(page: Page, seed: number) {
  await expect(async () => {
    await page.goto(`${DETAILS}?step=details`);
    await expect(page.getByText(REMARK).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await field(page, 'commercial_number').fill(`10${eightDigits(seed)}`);
  await goesOn(page, 'contact');
  await page.goto(`${DETAILS}?step=review`);
  await submitsReview(page);
}

/** What an admin does with the newest request of this name. */
async function isDecided(
  browser: Browser,
  name: string,
  decide: (desk: Page) => Promise<void>,
  approver = 'admin',
) {
  const context = await browser.newContext({ locale: LOCALE });
  const desk = await context.newPage();
  await signIn(desk, LOCALE, approver);
  const search = new URLSearchParams({ search: name });
  await desk.goto(`/dashboard/approval-system/my-approvals?${search}`);
  await expect(desk.getByRole('link', { name }).first()).toBeVisible();
  await desk.getByRole('link', { name: t('approvals.whole') }).click();
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible();
  await decide(desk);
  await context.close();
}

async function approves(desk: Page) {
  await button(desk, 'approvals.do.approved').click();
  const decided = desk.waitForResponse((answer) => answer.url().endsWith('/decisions'));
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('approvals.do.approved') })
    .click();
  expect((await decided).status()).toBe(201);
  await expect(desk.getByRole('dialog')).toBeHidden();
}

async function opensDashboard(page: Page) {
  await expect(async () => {
    await page.goto('/dashboard');
    await page.waitForURL(/\/payments\/pay/, { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await button(page, 'pay.pay').click();
  await payByCard(page, CARDS.good);
  // Once the fee has been heard of, the page goes on by itself.
  await page.waitForURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function invites(page: Page, email: string) {
  await page.goto('/dashboard/staff');
  await page.getByRole('link', { name: t('staff.add') }).click();
  await page.waitForURL('**/staff/add');
  await field(page, 'name_en').fill('Rakan Journey');
  await field(page, 'name_ar').fill(COLLEAGUE);
  await field(page, 'email').fill(email);
  await field(page, 'phone').fill('0507654321');
  await page.getByRole('combobox', { name: t('staff.role') }).click();
  await page.getByRole('option', { name: t('staff.roles.admin') }).click();
  await button(page, 'staff.invite').click();
  await page.waitForURL(/\/staff\/[0-9a-f-]{36}\/view/);
  await expect(page.getByText(t('status.staff.invited')).first()).toBeVisible();
}

async function accepts(browser: Browser, link: string, seed: number): Promise<Page> {
  const context = await browser.newContext({ locale: LOCALE });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText(t('invitation.lead.staff'))).toBeVisible();
  await field(page, 'password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await button(page, 'invitation.accept').click();
  // The first of the gates: the page says what is still to be given.
  await expect(page.getByText(t('access.identity')).first()).toBeVisible();
  await page.goto('/dashboard/account-settings/profile');
  await field(page, 'civil_number').fill(civilNumber(seed));
  const saved = page.waitForResponse('**/api/v1/users/me');
  await button(page, 'common.save').click();
  expect((await saved).status()).toBe(200);
  return page;
}

async function plansTraining(page: Page) {
  await page.goto('/dashboard/trainings');
  await page.getByRole('link', { name: t('offers.add') }).click();
  await page.waitForURL('**/trainings/add');
  await field(page, 'title_en').fill('Sorting parcels');
  await field(page, 'title_ar').fill(TRAINING);
  await field(page, 'code').fill('SRT-101');
  await chooses(page, 'offers.fields.category_id', 'الميل الأخير');
  await page.getByRole('combobox', { name: t('offers.fields.level') }).click();
  await page.getByRole('option').first().click();
  await field(page, 'duration_hours').fill('24');
  await button(page, 'offers.save_draft').click();
  await page.waitForURL(/\/trainings\/[0-9a-f-]{36}$/);
  await page.goto(`${page.url()}/view`);
  await expect(page.getByText(t('status.training.draft')).first()).toBeVisible();
}

async function givesPicture(page: Page) {
  // The dashboard asks for it as soon as it has heard of the approval.
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(page.getByText(t('access.picture')).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto('/dashboard/account-settings/profile');
  await choosesPicture(page);
}

/** Opens the training as the organization's list shows it, and saves another title and text. */
async function editsTraining(page: Page) {
  await page.goto('/dashboard/trainings');
  await page.getByRole('link', { name: TRAINING }).click();
  await page.getByRole('link', { name: t('common.edit') }).click();
  await page.waitForURL(/\/trainings\/[0-9a-f-]{36}$/);
  await field(page, 'title_ar').fill(EDITED);
  const words = page.getByRole('textbox', { name: t('offers.fields.description_ar') });
  await words.click();
  await page.keyboard.type('من الرصيف إلى المركبة');
  await button(page, 'common.save').click();
  await page.waitForURL(/\/view$/);
  await expect(page.getByText('من الرصيف إلى المركبة')).toBeVisible();
}
