import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

interface Entry {
  id: string;
  title: string;
  name: string;
  type: string;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/**
 * Each width is tested in each colour scheme, in one language only; both would take twice the time.
 */
const VIEWS = {
  en: [
    { size: PHONE, colorScheme: 'light' },
    { size: DESKTOP, colorScheme: 'dark' },
  ],
  ar: [
    { size: PHONE, colorScheme: 'dark' },
    { size: DESKTOP, colorScheme: 'light' },
  ],
} as const;

test.setTimeout(360_000);

const storyUrl = (id: string, locale: string) =>
  `/iframe.html?viewMode=story&id=${id}&globals=locale:${locale}`;

for (const locale of ['en', 'ar'] as const) {
  test(`every component is accessible in ${locale}, on phone and desktop, light and dark`, async ({
    page,
    request,
  }) => {
    const index = await (await request.get('/index.json')).json();
    const entries = Object.values<Entry>(index.entries).filter(({ type }) => type === 'story');
    expect(entries.length).toBeGreaterThan(0);
    for (const { id, title, name } of entries) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(storyUrl(id, locale));
      await expect(page.locator('body.sb-show-main #storybook-root > *').first()).toBeAttached();
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr');
      // Wait until queries and dialog transitions have ended.
      await page.waitForLoadState('networkidle');
      await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
      for (const { size, colorScheme } of VIEWS[locale]) {
        const story = `${title} · ${name}, ${size.width} px, ${colorScheme}`;
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
        const axe = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        expect.soft(failures(axe), story).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, `${story}: wider than the screen`).toBeLessThanOrEqual(size.width);
      }
    }
  });
}

const failures = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

test('a page of a PDF is shown as a picture with selectable text', async ({ page }) => {
  await page.goto(storyUrl('documents--pdf', 'ar'));
  const document = page.getByRole('group', { name: /licence\.pdf/ });
  await expect(document.locator('canvas')).toBeVisible();
  await document.getByText('Licence 1010123456').selectText();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Licence 1010123456');
});

test('rich text is sanitized by the browser itself', async ({ page }) => {
  await page.goto(storyUrl('rich-text--sanitized', 'en'));
  const text = page.locator('#storybook-root div').filter({ hasText: 'Before you come' }).last();
  await expect(text.getByRole('link', { name: 'licence' })).toHaveAttribute('href', '/faq');
  expect(await page.evaluate(() => 'setHTML' in Element.prototype)).toBe(true);
  expect(await text.locator('img, script, [onclick], [onerror]').count()).toBe(0);
  expect(await text.getByText('Form').getAttribute('href')).toBeNull();
  const purifier = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => /purify/.test(name)),
  );
  expect(purifier).toEqual([]);
});
