import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
} from '@playwright/test';
import { test } from './reasons';
import {
  CARDS,
  civilNumber,
  codeNumber,
  demoId,
  isDegraded,
  type Locale,
  mailsTo,
  PASSWORD,
  payByCard,
  portrait,
  seatsLeft,
  seconds,
  signIn,
  text,
  waitForAnswer,
} from './world';

/*
 * On the whole system: a visitor becomes a confirmed candidate, in both languages; two candidates want the last seat;
 * a passkey signs in. Nothing is stubbed.
 */

const batchPath = (training: string, batch: string) =>
  `/trainings/${demoId('training', training)}/batch/${demoId('batch', batch)}`;

const JOURNEY = batchPath('WHS-101', 'journey');
const LAST_SEAT = batchPath('SAF-101', 'lastseat');
const ENROLLMENT_PAGE = /\/candidate\/my-trainings\/[^/]+\/batch\//;

// Steps wait for mails, webhooks and other users.
test.describe.configure({ timeout: seconds(300) });
test.use({
  expectedReasons: [
    'auth.username_unavailable',
    'errors.one_time_code.invalid',
    'errors.one_time_code.too_many_attempts',
    'errors.password.too_short',
    // Gates of a new account.
    'errors.identification.required',
    'errors.picture.required',
    'enroll.missed',
    'enroll.missed_last',
    'enroll.full',
    'enroll.clash',
  ],
});

for (const locale of ['en', 'ar'] as const) {
  test(`a visitor becomes a confirmed candidate, in ${locale}`, async ({ browser, request }) => {
    // Both languages run in parallel and may start in the same millisecond.
    const seed = (2 * Date.now() + (locale === 'ar' ? 1 : 0)) % 100_000_000;
    const username = `journey.${locale}.${seed}`;
    const email = `${username}@example.com`;
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const seatsBefore = await seatsLeft(request, demoId('batch', 'journey'));

    await test.step('switches the language', () => switchesLanguage(page, context, locale));
    await test.step('browses', () => browses(page, locale));
    const screens = countedScreens(locale);
    await test.step('opens a batch', () => opensBatch(page, screens));
    await test.step('reaches the sign-up', () => reachesSignUp(page, locale));
    await screens.shown(page, 'sign-up');
    await test.step('signs up', () => signsUp(page, locale, username, email));
    await screens.shown(page, 'code');
    await test.step('verifies the address with the mailed code', () =>
      verifies(page, locale, request, email));
    await test.step('enters the ID number', () => givesNumber(page, locale, seed, screens));
    await test.step('uploads the picture', () => givesPicture(page, locale, screens));
    await test.step('pays the registration fee', () => paysRegistration(page, locale, screens));
    await test.step('enrolls', () => enrolls(page, locale, screens));
    expect(screens.names, 'screens of a new candidate').toHaveLength(8);
    await test.step('the organization accepts, and the candidate is notified at once', () =>
      isAccepted(page, locale, browser, request, username, email));
    await test.step('pays for the batch and loses the connection at the provider', () =>
      paysAndIsCutOff(page, locale));
    await test.step('is still confirmed, by the webhook', () =>
      isConfirmed(page, locale, request, seatsBefore));
    await context.close();
  });
}

async function switchesLanguage(page: Page, context: BrowserContext, locale: Locale) {
  const other = locale === 'en' ? 'ar' : 'en';
  const html = page.locator('html');
  const direction = { en: 'ltr', ar: 'rtl' };
  await page.goto('/');
  await expect(html).toHaveAttribute('dir', direction[locale]);
  await page.locator(`button[lang=${other}]`).first().click();
  await expect(html).toHaveAttribute('dir', direction[other]);
  const cookie = (await context.cookies()).find(({ name }) => name === 'i18n_redirected');
  expect(cookie?.value).toBe(other);
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);
  await page.locator(`button[lang=${locale}]`).first().click();
  await expect(html).toHaveAttribute('lang', locale);
}

async function browses(page: Page, locale: Locale) {
  await page.goto('/trainings');
  await expect(page.locator('main h2').nth(5)).toBeVisible();
  const search = page.getByRole('searchbox', { name: text(locale, 'catalogue.search_trainings') });
  await search.fill('WHS-101');
  await expect(page).toHaveURL(/search=WHS-101/);
  await expect(page.locator('main h2')).toHaveCount(1);
  await page.goto('/trainings/batches?seats_left=true');
  await expect(page.locator('main h2').first()).toBeVisible();
}

/**
 * Counts the screens from the home page to the request on which the user acts, and attaches a picture of each to the
 * report. The provider's page and the return from it do not count.
 */
function countedScreens(locale: Locale) {
  const names: string[] = [];
  const shown = async (page: Page, name: string) => {
    names.push(name);
    const body = await page.screenshot();
    const picture = `${locale} ${names.length} ${name}`;
    await test.info().attach(picture, { body, contentType: 'image/png' });
  };
  return { names, shown };
}
type Screens = ReturnType<typeof countedScreens>;

async function opensBatch(page: Page, screens: Screens, batch = JOURNEY) {
  await page.goto('/');
  await expect(page.locator('main h2').first()).toBeVisible();
  await screens.shown(page, 'home');
  await page.goto(batch);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await screens.shown(page, 'batch');
}

async function reachesSignUp(page: Page, locale: Locale) {
  await page.getByRole('link', { name: text(locale, 'batch_page.enroll') }).click();
  await page.waitForURL(/\/auth\/sign-up\?redirect=/);
  expect(new URL(page.url()).search).toBe(`?redirect=${encodeURIComponent(`${JOURNEY}/enroll`)}`);
}

async function signsUp(page: Page, locale: Locale, username: string, email: string) {
  const field = (name: string) => page.locator(`input[name=${name}]`);
  const submit = page.getByRole('button', { name: text(locale, 'common.sign_up') });
  await field('name_en').fill('Nora Journey');
  await field('name_ar').fill('نورة الرحلة');
  await field('username').fill('sara');
  await expect(page.getByText(text(locale, 'auth.username_unavailable')).first()).toBeVisible();
  await field('username').fill(username);
  await expect(page.getByText(text(locale, 'auth.username_available')).first()).toBeVisible();
  await field('email').fill(email);
  await field('phone').fill('0501234567');
  await field('password').fill('short');
  await field('password').press('Tab');
  await page.getByRole('checkbox').check();
  await submit.click();
  // The password rules are checked before anything is sent.
  await expect(field('password')).toHaveAttribute('aria-invalid', 'true');
  await field('password').fill(PASSWORD);
  // The browsers share two cores with the services, so slow requests may get a 503; the user tries
  // again.
  await expect(async () => {
    await submit.click();
    await page.waitForURL(/\/auth\/verification/, { timeout: seconds(15) });
  }).toPass({ timeout: seconds(120) });
}

async function verifies(page: Page, locale: Locale, request: APIRequestContext, email: string) {
  const first = await codeNumber(request, email, 1);
  const wrong = first === '000000' ? '111111' : '000000';
  const box = page.locator('input[name=code]');
  const statuses: number[] = [];
  while (statuses.length < 5 && statuses.at(-1) !== 409) {
    const answered = waitForAnswer(page, '/auth/verify-otp');
    await box.fill(wrong);
    statuses.push((await answered).status());
  }
  // If a response was lost, the wrong code is sent and counted again.
  if (!isDegraded) expect(statuses).toEqual([422, 422, 422, 422, 409]);
  expect(statuses.at(-1)).toBe(409);
  await expect(
    page.getByText(text(locale, 'errors.one_time_code.too_many_attempts')).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: text(locale, 'auth.resend') }).click();
  const second = await codeNumber(request, email, 2);
  await box.fill(second);
  await page.waitForURL(`**${JOURNEY}/enroll`);
}

async function givesNumber(page: Page, locale: Locale, seed: number, screens: Screens) {
  const number = page.locator('input[name=civil_number]');
  await expect(page.getByText(text(locale, 'access.identity'))).toBeVisible();
  await expect(number).toBeVisible();
  await screens.shown(page, 'number');
  await number.fill(civilNumber(seed));
  const saved = waitForAnswer(page, '/users/me');
  await page.getByRole('button', { name: text(locale, 'numbers.go_on') }).click();
  expect((await saved).status()).toBe(200);

  // Other pages show the next gate too: the picture is missing.
  const other = await page.context().newPage();
  await other.goto('/candidate/my-trainings');
  await expect(other.getByText(text(locale, 'access.picture'))).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    text(locale, 'error.step.title'),
  );
  await other.close();
}

async function givesPicture(page: Page, locale: Locale, screens: Screens) {
  await expect(
    page.getByRole('button', { name: text(locale, 'profile.upload_picture') }),
  ).toBeVisible();
  await screens.shown(page, 'picture');
  await page.locator('input[type=file]').setInputFiles({
    name: 'portrait.png',
    mimeType: 'image/png',
    buffer: await portrait(page),
  });
  const uploaded = waitForAnswer(page, '/image', 'PUT');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text(locale, 'image.use') })
    .click();
  const answer = (await (await uploaded).json()) as {
    user: { image: string; image_2x: string };
  };
  for (const url of [answer.user.image, answer.user.image_2x]) {
    expect((await page.request.get(url, { maxRetries: 3 })).headers()['content-type']).toBe(
      'image/webp',
    );
  }
}

async function paysRegistration(page: Page, locale: Locale, screens: Screens) {
  const pay = page.getByRole('button', { name: text(locale, 'pay.pay') });
  await expect(pay).toBeVisible();
  await screens.shown(page, 'fee');
  await pay.click();
  await payByCard(page, CARDS.noMoney);
  // Before the card is declined, the same link leads back without a payment.
  await page.locator('#back[href*="success=false"]').click();
  await page.waitForURL(/\/payments\/paymob\/redirect/);
  await expect(page.getByText(text(locale, 'payment_return.failed'))).toBeVisible();
  await page.getByRole('link', { name: text(locale, 'common.try_again') }).click();
  await pay.click();
  await payByCard(page, CARDS.good);
  // When the payment event arrives, the page continues without a click.
  await page.waitForURL(`**${JOURNEY}/enroll`);
}

async function enrolls(page: Page, locale: Locale, screens: Screens) {
  const send = page.getByRole('button', { name: text(locale, 'enroll.send_request') });
  await expect(send).toBeVisible();
  await screens.shown(page, 'request');
  await send.click();
  await page.waitForURL(ENROLLMENT_PAGE);
  await expect(page.getByText(text(locale, 'status.enrollment.requested')).first()).toBeVisible();
}

async function isAccepted(
  page: Page,
  locale: Locale,
  browser: Browser,
  request: APIRequestContext,
  username: string,
  email: string,
) {
  const mailsBefore = (await mailsTo(request, email)).length;
  const desk = await browser.newContext({ locale });
  const organization = await desk.newPage();
  await signIn(organization, locale, 'gla');
  await organization.goto(`/dashboard/enrollments/requests?search=${username}`);
  await organization
    .getByText(locale === 'en' ? 'Nora Journey' : 'نورة الرحلة')
    .first()
    .click();
  await organization.waitForURL(/\/requests\/[0-9a-f-]{36}/);
  // The message disappears after five seconds, so wait for it before the organization acts.
  const told = page
    .getByRole('alert')
    .filter({ hasNotText: text(locale, 'enroll.sent') })
    .first()
    .waitFor();
  // The request is sent when the time to undo it is over.
  const accepted = waitForAnswer(organization, '/accept');
  await organization.getByRole('button', { name: text(locale, 'enrollments.accept') }).click();
  expect((await accepted).status()).toBe(200);
  // Notifications about other tests appear outside of `main`.
  await expect(
    organization
      .getByRole('main')
      .getByText(text(locale, 'status.enrollment.pending_payment'))
      .first(),
  ).toBeVisible();
  await desk.close();

  // The candidate's open page updates without a reload.
  await expect(
    page.getByText(text(locale, 'status.enrollment.pending_payment')).first(),
  ).toBeVisible();
  await told;
  await expect
    .poll(async () => (await mailsTo(request, email)).length, { timeout: seconds(90) })
    .toBeGreaterThan(mailsBefore);
}

/** Pays, but loses the provider's response, which would lead back. */
async function paysAndIsCutOff(page: Page, locale: Locale) {
  await page
    .getByRole('link', { name: text(locale, 'my_batches.pay') })
    .first()
    .click();
  await page.waitForURL(/\/payments\/pay\?/);
  await page.getByRole('button', { name: text(locale, 'pay.pay') }).click();
  await page.waitForURL(/unifiedcheckout/);
  // The tab stays open, because Chromium may otherwise wait for ever for the next page.
  const paid = new Promise<number>((resolve, reject) =>
    page.route('**/unifiedcheckout/**', async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 }).catch(reject);
      await route.abort('connectionreset');
      if (answer) resolve(answer.status());
    }),
  );
  await payByCard(page, CARDS.good);
  expect(await paid).toBe(200);
  await expect(page).not.toHaveURL(/payments\/paymob\/redirect/);
  await page.unroute('**/unifiedcheckout/**');
}

async function isConfirmed(
  page: Page,
  locale: Locale,
  request: APIRequestContext,
  seatsBefore: number,
) {
  await page.goto('/candidate/my-trainings');
  const confirmed = page.getByText(text(locale, 'status.enrollment.confirmed')).first();
  await expect(async () => {
    if (!(await confirmed.isVisible())) await page.reload();
    await expect(confirmed).toBeVisible({ timeout: seconds(10) });
  }).toPass({ timeout: seconds(120) });
  await page.goto('/candidate/my-payments');
  const chips = page.locator('.MuiChip-label');
  await expect(chips.filter({ hasText: text(locale, 'status.charge.paid') })).toHaveCount(2);
  // Both languages take a seat in parallel, so at least one less is left.
  await expect
    .poll(() => seatsLeft(request, demoId('batch', 'journey')), { timeout: seconds(60) })
    .toBeLessThan(seatsBefore);
}

test('two candidates want the last seat: one gets it, the other may wait', async ({ browser }) => {
  const people = [
    { username: 'sara', locale: 'en' },
    { username: 'layla', locale: 'ar' },
  ] as const;
  const pages = await Promise.all(
    people.map(async ({ username, locale }) => {
      const page = await (await browser.newContext({ locale })).newPage();
      await signIn(page, locale, username);
      const screens = countedScreens(locale);
      await opensBatch(page, screens, LAST_SEAT);
      await page.getByRole('link', { name: text(locale, 'batch_page.enroll') }).click();
      await page.waitForURL(`**${LAST_SEAT}/enroll`);
      await expect(
        page.getByRole('button', { name: text(locale, 'enroll.confirm') }),
      ).toBeEnabled();
      await screens.shown(page, 'request');
      expect(screens.names, 'screens of a known candidate').toHaveLength(3);
      return { page, locale };
    }),
  );

  await Promise.all(
    pages.map(({ page, locale }) =>
      page.getByRole('button', { name: text(locale, 'enroll.confirm') }).click(),
    ),
  );
  const outcomes = await Promise.all(
    pages.map(async ({ page, locale }) => {
      const offer = page.getByRole('button', { name: text(locale, 'enroll.join_waiting_list') });
      await Promise.race([page.waitForURL(ENROLLMENT_PAGE), offer.waitFor()]);
      return { page, locale, offer, won: ENROLLMENT_PAGE.test(page.url()) };
    }),
  );
  expect(outcomes.filter(({ won }) => won)).toHaveLength(1);

  for (const { page, locale, offer, won } of outcomes) {
    if (won) {
      await expect(
        page.getByText(text(locale, 'status.enrollment.pending_payment')).first(),
      ).toBeVisible();
      continue;
    }
    await expect(page.getByText(text(locale, 'enroll.missed'))).toBeVisible();
    await offer.click();
    await page.waitForURL(ENROLLMENT_PAGE);
    await expect(
      page.getByText(text(locale, 'status.enrollment.waitlisted')).first(),
    ).toBeVisible();
  }
});

test('a passkey signs in, without a password', async ({ page }) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, 'en', 'faisal');
  await page.goto('/candidate/security');
  await page.getByRole('button', { name: text('en', 'security.passkeys.add') }).click();
  await page.locator('input[name=name]').fill('My phone');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: text('en', 'security.password.next') }).click();
  const remove = page.getByRole('button', { name: 'Remove My phone' });
  await expect(remove).toBeVisible();

  await page.context().clearCookies();
  // The browser offers the passkey, and the virtual authenticator accepts.
  await page.goto('/auth/sign-in?redirect=%2Fcandidate%2Fsecurity');
  await expect(page).toHaveURL('/candidate/security');
  await remove.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(remove).toBeHidden();
});
