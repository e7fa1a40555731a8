import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { answerForServices, answerWithEnrollments, signInAs } from './services';

const languageCookie = (locale: string, url: string) => ({
  name: 'i18n_redirected',
  value: locale,
  url,
});

async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(TAGS);
  expect(failures(await axe.analyze())).toEqual([]);
  // Content far below the screen keeps the old colours until it is near.
  await page.addStyleTag({ content: 'footer { content-visibility: visible !important }' });
  // The page is the same except for its colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  const colours = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']);
  expect(failures(await colours.analyze())).toEqual([]);
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const failures = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

/** On a phone the colour switch is in the header's menu. */
async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
}

test.beforeEach(async ({ page }) => {
  await answerForServices(page);
});

test('the language is the browser’s, and switching it mirrors the page without a reload', async ({
  page,
  baseURL,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.evaluate(() => Object.assign(window, { kept: true }));

  await page.getByRole('button', { name: 'العربية' }).click();

  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
    'مهارات لوجستية يثق بها أصحاب العمل',
  );
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);

  const [cookie] = (await page.context().cookies(baseURL)).filter(
    ({ name }) => name === 'i18n_redirected',
  );
  expect(cookie?.value).toBe('ar');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('messages are loaded from the build’s folder', async ({ page }) => {
  const messages = page.waitForResponse(/\/_i18n\/[0-9a-f]{12}\/en\/messages\.json$/);
  await page.goto('/');
  expect((await messages).ok()).toBe(true);
});

test('the chosen colours survive a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('button', { name: 'Dark theme' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
});

test('the first Tab stop skips the navigation', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('a protected page leads to sign-in, and back afterwards', async ({ page }) => {
  await page.goto('/dashboard/staff?page=2');
  await expect(page).toHaveURL('/auth/sign-in?redirect=%2Fdashboard%2Fstaff%3Fpage%3D2');
});

test('an unknown path shows "not found"', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('Page not found: /no/such/page')).toBeVisible();
});

test('an unknown path of the dashboard shows "not found" inside it', async ({ page, baseURL }) => {
  await signInAs(page, 'admin', baseURL ?? '');
  await page.goto('/dashboard/nothing');
  await expect(page.getByText('Page not found: /dashboard/nothing')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search everything/ })).toBeVisible();
});

test('the service worker is served at the root', async ({ page }) => {
  await page.goto('/');
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(scope).pathname).toBe('/');
});

test('no page is wider than the screen', async ({ page, baseURL }) => {
  await signInAs(page, 'admin', baseURL ?? '');
  for (const path of [
    '/',
    '/faq',
    '/dashboard',
    '/dashboard/application-settings',
    '/no/such/page',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const [page_, screen_] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(page_, path).toBeLessThanOrEqual(screen_ ?? 0);
  }
});

test('public pages fit 320 pixels and doubled text, without layout shifts', async ({
  page,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) > 1024, 'It sets its own size.');
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/', '/trainings', '/trainings/t1']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Internal Server Error');
    const moved = await page.evaluate(() => {
      const shifts: number[] = Reflect.get(window, 'shifts');
      return shifts.reduce((sum, each) => sum + each, 0);
    });
    expect(moved, path).toBeLessThan(0.1);
    for (const size of ['100%', '200%']) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${path} ${size}`).toBeLessThanOrEqual(320);
    }
  }
});

test.describe('the table of enrollments', () => {
  test.skip(
    ({ viewport }) => (viewport?.width ?? 0) < 1024,
    'On a phone they are cards, which the component’s own test holds.',
  );

  test.beforeEach(async ({ page, baseURL }) => {
    await signInAs(page, 'organization', baseURL ?? '');
    await answerWithEnrollments(page);
    await page.goto('/dashboard/enrollments');
  });

  test('opens a record from its first column, and by Enter on every cell', async ({ page }) => {
    const link = page.getByRole('row').getByRole('link', { name: /Sara Alharbi/ });
    await expect(link).toHaveAttribute('href', '/dashboard/enrollments/e1');
    await page.getByRole('gridcell', { name: 'Awaiting payment' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/enrollments/e1');
  });

  test('reverses its order by a heading, which shows the direction', async ({ page }) => {
    const heading = page.getByRole('columnheader', { name: 'Requested on' });
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await heading.click();
    await expect(page).toHaveURL(/sort=created_at$/);
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await heading.click();
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
  });

  test('opens at the page of the URL', async ({ page }) => {
    await answerWithEnrollments(page, { page: 3, page_size: 10, total: 21 });
    await page.goto('/dashboard/enrollments?page=3&page_size=10');
    await expect(page.getByText('21–21 of 21')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/enrollments?page=3&page_size=10');
  });

  test('is downloaded as the server’s file, with its name', async ({ page }) => {
    await page.route('**/api/v1/enrollments/export?**', (route) =>
      route.fulfill({
        body: 'rows',
        headers: { 'content-disposition': 'attachment; filename="enrollments-2026-11-22.csv"' },
      }),
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const asked = page.waitForRequest('**/api/v1/enrollments/export?**');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect(new URL((await asked).url()).searchParams.get('format')).toBe('csv');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('enrollments-2026-11-22.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe('rows');
  });

  test('shows that it is offline, and continues when it is online', async ({ page }) => {
    await expect(page.getByRole('row')).toHaveCount(2);
    // Responses stubbed by the test would arrive offline too.
    const lists = '**/api/v1/enrollments?**';
    await page.route(lists, (route) => route.abort('internetdisconnected'));
    await page.context().setOffline(true);
    await page.getByRole('columnheader', { name: 'Requested on' }).click();
    await expect(page.getByRole('alert')).toContainText("couldn't reach the server");

    await page.unroute(lists);
    await answerWithEnrollments(page);
    await page.context().setOffline(false);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('keeps the layout if the next page cannot be loaded, and loads it later', async ({
    page,
  }) => {
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.context().setOffline(true);
    await expect(page.getByText("You're offline.")).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await navigation.getByRole('link', { name: 'Payments' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
    await expect(navigation.getByRole('link', { name: 'Payments' })).toBeVisible();

    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
    await expect(page.getByText("You're offline.")).toHaveCount(0);
  });
});

for (const locale of ['en', 'ar']) {
  test(`pages are accessible in light and dark colours: ${locale}`, async ({ page, baseURL }) => {
    await page.context().addCookies([languageCookie(locale, baseURL ?? '')]);
    const expectAll = async (paths: string[]) => {
      for (const path of paths) {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        // Wait until the loaded content is rendered.
        await expect(page.locator('.MuiSkeleton-root, [role=progressbar]')).toHaveCount(0);
        if (path === '/dashboard/enrollments') {
          await expect(page.getByText('sara@example.org')).toBeVisible();
        }
        await page.evaluate(() => document.fonts.ready.then(() => {}));
        await expectAccessible(page);
      }
    };
    await expectAll(['/', '/faq', '/auth/sign-in', '/no/such/page']);
    await signInAs(page, 'admin', baseURL ?? '');
    await answerWithEnrollments(page);
    await expectAll([
      '/dashboard',
      '/dashboard/enrollments',
      '/dashboard/application-settings/cities',
      '/candidate/profile',
    ]);
  });
}
