import { expect, type Page, test } from '@playwright/test';
import { text } from './world';

/*
 * Posters: the first screen in the web server's HTML, before the app has loaded. With scripts the app replaces it,
 * and nothing is loaded twice.
 */

const titles = { '/': 'home.hero.title', '/trainings': 'routes.trainings' } as const;

for (const locale of ['en', 'ar'] as const) {
  for (const [path, title] of Object.entries(titles)) {
    test(`${path} is shown before the app, in ${locale}`, async ({ browser }) => {
      const context = await browser.newContext({ locale, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(text(locale, title));
      expect(await size(page)).toBeGreaterThan(24);
      expect((await page.locator('header').boundingBox())?.height).toBeLessThan(80);
      // Signed-in users get no poster.
      const { origin } = new URL(page.url());
      await context.addCookies([{ name: 'token', value: 'any', url: origin }]);
      await page.goto(path);
      await expect(heading).toHaveCount(0);
      await context.close();
    });
  }
}

/** Layout of a page on a phone, without pictures. */
const MOST_REQUESTS = 20;

/** Returns the font size of the heading, from the poster's styles. */
const size = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));

test('a click before the app has loaded takes effect afterwards', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('button[lang=ar]').click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

for (const locale of ['en', 'ar'] as const) {
  test(`trainings of the catalogue are shown before the app, in ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const page = await context.newPage();
    const trainings = await answer(page, 'trainings?sort=starts_at&page=1&page_size=4');
    await page.goto('/trainings');
    await expect(page.locator('main h2')).toHaveText(
      trainings.map((training) => training[`title_${locale}`] as string),
    );
    await expect(page.locator('main li img').first()).toBeVisible();
    // Texts that only the app can format are empty, and no placeholder is left.
    expect(await page.locator('main li').first().innerText()).not.toMatch(/NaN|ليس رقم|\d/);
    expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat');
    expect((await (await page.request.get('/trainings')).text()).startsWith('<!doctype')).toBe(
      true,
    );
    // Only the app can apply the query of a URL.
    await page.goto('/trainings?level=advanced');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main h2')).toHaveCount(0);

    const [batch] = await answer(page, 'batches?page_size=1');
    const training = batch?.training as Record<string, string>;
    for (const path of [
      `/trainings/${training.id}`,
      `/trainings/${training.id}/batch/${batch?.id}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        training[`title_${locale}`] as string,
      );
      await expect(page.getByText(text(locale, `training_level.${training.level}`))).toBeVisible();
      await expect(page.locator('main img')).toHaveAttribute('src', training.image_url as string);
    }
    await context.close();
  });
}

async function answer(page: Page, call: string): Promise<Record<string, unknown>[]> {
  const answered = await page.request.get(`/api/v1/${call}`);
  return (await answered.json()).data;
}

test('the poster stays until the app shows the same', async ({ page }) => {
  // Counts DOM states without a training after the first one was shown.
  await page.addInitScript(() => {
    let hadCards = false;
    new MutationObserver(() => {
      const hasCards = document.querySelector('main li h2') !== null;
      if (hadCards && !hasCards) document.documentElement.dataset.lost = 'true';
      hadCards ||= hasCards;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/trainings');
  await expect(page.locator('input[inert]')).toHaveCount(0);
  await expect(page.locator('main li h2').nth(5)).toBeAttached();
  expect(await page.locator('html').getAttribute('data-lost')).toBeNull();
});

test('scripts load after the poster was painted', async ({ page }) => {
  for (const path of Object.keys(titles)) {
    await page.goto(path);
    await expect(page.locator(':is(input, button, select)[inert]')).toHaveCount(0);
    const [seen, asked] = await page.evaluate(() => [
      performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      Math.min(
        ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(
            ({ name, initiatorType }) =>
              initiatorType !== 'img' && /\/(assets\/.*\.js|_i18n\/.*|api\/.*)$/.test(name),
          )
          .map(({ startTime }) => startTime),
      ),
    ]);
    expect(asked).toBeGreaterThan(seen ?? 0);
  }
});

test('the app replaces the poster', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [batch] = await answer(page, 'batches?page_size=1');
  const training = batch?.training as Record<string, string>;
  const ofTraining = `/trainings/${training.id}`;
  const asked: string[] = [];
  // The browser caches a picture that both show.
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') asked.push(request.url());
  });
  for (const path of [...Object.keys(titles), ofTraining, `${ofTraining}/batch/${batch?.id}`]) {
    asked.length = 0;
    await page.goto(path);
    await expect(page.locator('main img').first()).toBeVisible();
    await expect(page.locator(':is(input, button, select)[inert]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const twice = asked.filter((url, index) => asked.indexOf(url) !== index);
    // Pictures are loaded on scrolling.
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(twice.filter((url) => /\/(api|assets|_i18n)\//.test(url))).toEqual([]);
  }
});
