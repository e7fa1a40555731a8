import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import encodeQR from 'qr';
import { anIssuer, createCredential, createRecord, listOf } from '../src/test/credentials';
import { pdfOf } from './pdf';
import { answerForServices } from './services';

const NUMBER = '5110-QT0P-QD4R';
const NEWER = 'GR40-Z1FP-WYMH';
const UNKNOWN = '1PDJ-WPZD-T0Z6';
const ours = anIssuer();

const record = createRecord(NUMBER, ours.sign(createCredential(NUMBER)));

// Defined once, for the gateway.
const policy = readFileSync(
  join(import.meta.dirname, '../../gateway/dynamic/middlewares.yaml'),
  'utf8',
)
  .match(/contentSecurityPolicy: >-\n((?: {10}.*\n)+)/)?.[1]
  ?.replaceAll(/\{\{.*?\}\}/g, '')
  .replaceAll(/\s+/g, ' ');

test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ page }) => {
  await answerForServices(page);
  await page.route('**/api/v1/credentials/jwks.json', (route) =>
    route.fulfill({ json: { issuer: ours.issuer.id, keys: ours.issuer.keys } }),
  );
  await page.route('**/api/v1/credentials/status-lists/*', (route) =>
    route.fulfill({ body: ours.sign(listOf([])) }),
  );
  await page.route('**/api/v1/verifications/*', (route) => {
    const number = new URL(route.request().url()).pathname.split('/').at(-1);
    const known = [NUMBER, NEWER].includes(number ?? '');
    return route.fulfill({ json: known ? { ...record, number } : { number, state: 'unknown' } });
  });
  // With the content policy that the gateway sets.
  await page.route(/\/(verify-certificate|certificates)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': policy ?? '' };
    await route.fulfill({ response, headers });
  });
});

const answers = (page: Page, changes: Record<string, unknown>) =>
  page.route(`**/api/v1/verifications/${NUMBER}`, (route) =>
    route.fulfill({ json: { ...record, ...changes } }),
  );

const texts = {
  en: {
    number: 'Certificate number',
    verify: 'Verify',
    file: 'Picture or PDF',
    choose: 'Choose a file',
    valid: 'This certificate is valid',
    revoked: 'This certificate was revoked',
    superseded: "There's a newer certificate",
    unknown: 'No certificate has this number',
    forged: "This certificate isn't genuine",
    mistyped: /One character is wrong/,
    signed: /verified the digital signature/,
    newer: `Show ${NEWER}`,
    name: 'Sara Alharbi',
  },
  ar: {
    number: 'رقم الشهادة',
    verify: 'التحقق',
    file: 'صورة أو PDF',
    choose: 'اختيار ملف',
    valid: 'هذه الشهادة سارية',
    revoked: 'أُلغيت هذه الشهادة',
    superseded: 'توجد شهادة أحدث',
    unknown: 'لا توجد شهادة بهذا الرقم',
    forged: 'هذه الشهادة غير أصلية',
    mistyped: /أحد الأحرف خاطئ/,
    signed: /تحقق هذا المتصفح من توقيع/,
    newer: `عرض ${NEWER}`,
    name: 'سارة الحربي',
  },
};

for (const [locale, text] of Object.entries(texts)) {
  test.describe(locale, () => {
    test.use({ locale });
    const says = (page: Page, title: string) =>
      expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();

    async function handIn(page: Page, name: string, mimeType: string, content: Uint8Array) {
      await page.goto('/verify-certificate');
      await page.getByRole('tab', { name: text.file }).click();
      const input = page.locator('input[type=file]');
      await input.setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
    }

    test('a typed number is cleaned, and its certificate is shown', async ({ page }) => {
      await page.goto('/verify-certificate');
      const field = page.getByRole('textbox', { name: text.number });
      await field.fill('5110qt0pqd4s');
      await page.getByRole('button', { name: text.verify, exact: true }).click();
      await expect(page.getByText(text.mistyped)).toBeVisible();
      await field.fill('5110 qt0p qd4r');
      await page.getByRole('button', { name: text.verify, exact: true }).click();
      await says(page, text.valid);
      await expect(page.getByText(text.signed)).toBeVisible();
      await expect(page.getByText(text.name)).toBeVisible();
      await expect(page).toHaveURL(`/verify-certificate?number=${NUMBER}`);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });

    test('revoked, replaced and unknown certificates are shown as such', async ({ page }) => {
      await answers(page, { state: 'revoked', revoked_on: '2026-11-20', revoked_kind: 'other' });
      await page.goto(`/certificates/${NUMBER}`);
      await says(page, text.revoked);
      await answers(page, { state: 'superseded', superseded_by: NEWER });
      await page.goto(`/certificates/${NUMBER}`);
      await says(page, text.superseded);
      await page.getByRole('link', { name: text.newer }).click();
      await expect(page).toHaveURL(`/certificates/${NEWER}`);
      await page.goto(`/verify-certificate?number=${UNKNOWN}`);
      await says(page, text.unknown);
    });

    test('a picture of the QR code verifies a certificate', async ({ page, baseURL }) => {
      const code = encodeQR(`${baseURL}/certificates/${NUMBER}`, 'gif', { scale: 5, border: 4 });
      await handIn(page, 'photo.gif', 'image/gif', code);
      await says(page, text.valid);
    });

    test('a PDF is verified by its attached credential, not by its text', async ({
      page,
      baseURL,
    }) => {
      const credential = record.credential;
      await handIn(page, 'c.pdf', 'application/pdf', pdfOf({ text: 'Omar Alharbi', credential }));
      await says(page, text.valid);
      await expect(page.getByText(text.name)).toBeVisible();
      await expect(page.getByText('Omar')).toHaveCount(0);

      const [header, payload, signature] = credential.split('.');
      const other = Buffer.from(payload ?? '', 'base64url')
        .toString()
        .replace('Sara', 'Omar');
      const forged = [header, Buffer.from(other).toString('base64url'), signature].join('.');
      await handIn(page, 'c.pdf', 'application/pdf', pdfOf({ credential: forged }));
      await says(page, text.forged);

      const code = `${baseURL}/certificates/${NUMBER}`;
      await handIn(page, 'c.pdf', 'application/pdf', pdfOf({ code }));
      await says(page, text.valid);
    });
  });
}
