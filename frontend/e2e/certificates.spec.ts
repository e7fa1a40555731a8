import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { demoId, type Locale, signIn, text } from './world';

/*
 * In both languages: twenty people of a batch get attendance, scores, results and certificates. A visitor verifies
 * one by its printed QR code. The organization revokes it, and the same code shows that. Nothing is stubbed.
 */

const PEOPLE = 20;
const SESSIONS = 2;
/** Two past batches with this number of people, without attendance and scores. */
const BATCHES = { en: 'LMD-120-6', ar: 'LMD-120-7' };

// PDFs are rendered in the background and take long on a busy machine.
test.describe.configure({ timeout: 300_000 });

type T = (key: string) => RegExp;

for (const locale of ['en', 'ar'] as const) {
  test(`a batch gets its certificates, and one is revoked, in ${locale}`, async ({ browser }) => {
    const t = (key: string) => text(locale, key);
    const context = await browser.newContext({
      locale,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const desk = await context.newPage();
    const visitor = await (await browser.newContext({ locale })).newPage();
    const batch = `/dashboard/trainings/batches/${demoId('batch', BATCHES[locale])}`;

    await signIn(desk, locale, 'gla');
    await test.step('marks all as present', () => marks(desk, t, batch));
    await test.step('enters the scores', () => scores(desk, locale, t));
    await test.step('finishes the batch', () => finishes(desk, t));
    await test.step('issues the certificates', () => issues(desk, locale, t, batch));
    await test.step('downloads a ZIP file of all PDFs', () => archives(desk, t, BATCHES[locale]));
    const { number, code } = await test.step('opens one and its PDF', () => opens(desk, locale, t));
    await test.step('a visitor verifies it by its QR code', async () => {
      await handsIn(visitor, t, code);
      await says(visitor, t('verification.states.valid.title'));
      await expect(visitor.getByText(t('verification.signature.good'))).toBeVisible();
      await expect(visitor).toHaveURL(new RegExp(`number=${number}$`));
    });
    await test.step('the organization revokes it', () => revokes(desk, t));
    await test.step('its QR code shows the revocation', async () => {
      await handsIn(visitor, t, code);
      await says(visitor, t('verification.states.revoked.title'));
      await expect(visitor.getByText(t('verification.revoked.misconduct'))).toBeVisible();
    });
    await visitor.context().close();
    await context.close();
  });
}

async function marks(desk: Page, t: T, batch: string) {
  await desk.goto(batch);
  await desk.getByRole('link', { name: t('routes.batchAttendance') }).click();
  const sessions = desk.getByRole('tab');
  await expect(sessions).toHaveCount(SESSIONS);
  for (let session = 0; session < SESSIONS; session += 1) {
    await sessions.nth(session).click();
    await expect(sessions.nth(session)).toHaveAttribute('aria-selected', 'true');
    await desk.getByRole('button', { name: t('attendance.all_present') }).click();
    await expect(desk.getByRole('button', { name: t('attendance.all_present') })).toBeDisabled();
    await expect(desk.getByRole('status').filter({ hasText: t('attendance.saved') })).toBeVisible();
  }
  await desk.goto(batch);
}

/** Creates an exam, and pastes all points as a column of a spreadsheet. */
async function scores(desk: Page, locale: Locale, t: T) {
  await desk.getByRole('link', { name: t('routes.batchResults') }).click();
  await desk.getByRole('button', { name: t('results.add') }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.locator('input[name=title_en]').fill('Final exam');
  await dialog.locator('input[name=title_ar]').fill('الاختبار النهائي');
  await dialog.getByRole('button', { name: t('common.save') }).click();
  await expect(dialog).toBeHidden();

  const column = Array.from({ length: PEOPLE }, (_, place) => String(80 + place)).join('\n');
  await desk.evaluate((copied) => navigator.clipboard.writeText(copied), column);
  const rows = desk.getByRole('grid').locator('[role=row][data-id]');
  const title = { en: 'Final exam', ar: 'الاختبار النهائي' }[locale];
  await expect(desk.getByRole('columnheader', { name: title })).toBeVisible();
  await rows.first().getByRole('gridcell').nth(2).click();
  await desk.keyboard.press('ControlOrMeta+v');
  // Wait until the last score is stored and counted.
  await expect(rows.first()).toContainText(/80\s?٪|80\s?%/);
}

async function finishes(desk: Page, t: T) {
  await desk.getByRole('button', { name: t('results.finish.action') }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText(t('results.finish.text'))).toContainText(String(PEOPLE));
  await dialog.getByRole('button', { name: t('results.finish.action') }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText(t('results.finished'))).toBeVisible();
}

async function issues(desk: Page, locale: Locale, t: T, batch: string) {
  await desk.goto(`${batch}/candidates`);
  await desk.getByRole('button', { name: t('certificates.issue.all') }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: t('certificates.issue.action'), exact: true }).click();
  const form = new Intl.PluralRules(locale).select(PEOPLE);
  const issued = dialog.getByText(t(`certificates.issue.issued_${form}`));
  await expect(issued).toContainText(String(PEOPLE));
  await dialog.getByRole('button', { name: t('certificates.issue.see') }).click();
  await desk.waitForURL(/\/dashboard\/certificates\?/);
}

async function archives(desk: Page, t: T, batch: string) {
  await desk.getByRole('button', { name: t('archives.action') }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: t('archives.ask') }).click();
  // The list also has earlier archives of the same user.
  const archive = dialog.getByRole('listitem').filter({ hasText: batch });
  const save = archive.getByRole('button', { name: t('archives.save') });
  await expect(save).toBeVisible({ timeout: 90_000 });
  const saved = desk.waitForEvent('download');
  await save.click();
  const file = await readFile(await (await saved).path());
  // Signature of a ZIP file's end record, which has the number of files.
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'));
  expect(file.readUInt16LE(end + 10)).toBe(PEOPLE);
  await dialog.getByRole('button', { name: t('common.close') }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Returns the number of the list's first certificate, and the QR code read from a picture of its
 * PDF.
 */
async function opens(desk: Page, locale: Locale, t: T) {
  const rows = desk.getByRole('row').filter({ hasText: BATCHES[locale] });
  await rows.first().getByRole('link').first().click();
  await desk.waitForURL(/\/dashboard\/certificates\/[0-9a-f-]{36}$/);
  const paper = desk.getByRole('button', { name: t('my_batches.certificate.download') });
  const saved = desk.waitForEvent('download');
  await paper.click();
  const download = await saved;
  const number = download.suggestedFilename().slice('certificate-'.length, -'.pdf'.length);
  return { number, code: await pictureOf(await readFile(await download.path())) };
}

/** Canvas for rendering pages outside of a browser. */
interface Canvases {
  create: (
    width: number,
    height: number,
  ) => { canvas: HTMLCanvasElement & { toBuffer: (type: string) => Buffer } };
}

async function pictureOf(pdf: Buffer): Promise<Buffer> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  expect(document.numPages).toBe(1);
  const page = await document.getPage(1);
  const viewport = page.getViewport({ scale: 2 });
  const canvases = document.canvasFactory as Canvases;
  const { canvas } = canvases.create(viewport.width, viewport.height);
  await page.render({ canvas, viewport }).promise;
  await task.destroy();
  return canvas.toBuffer('image/png');
}

async function handsIn(visitor: Page, t: T, code: Buffer) {
  await visitor.goto('/verify-certificate');
  await visitor.getByRole('tab', { name: t('verification.way.file') }).click();
  const file = { name: 'code.png', mimeType: 'image/png', buffer: code };
  await visitor.locator('input[type=file]').setInputFiles(file);
}

const says = (visitor: Page, title: RegExp) =>
  expect(visitor.getByRole('heading', { level: 2, name: title })).toBeVisible();

async function revokes(desk: Page, t: T) {
  await desk.getByRole('button', { name: t('certificates.revoke') }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('combobox').click();
  await desk.getByRole('option', { name: t('certificates.kinds.misconduct') }).click();
  await dialog.locator('textarea[name=reason]').fill('Somebody else took the exam.');
  await dialog.getByRole('button', { name: t('certificates.revoke') }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText(t('status.certificate.revoked')).first()).toBeVisible();
}
