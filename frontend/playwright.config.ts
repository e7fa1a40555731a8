import { defineConfig, devices } from '@playwright/test';

// Tests run on the system that `ITQAN_E2E_URL` names. Without it the build is served alone, and the tests
// stub the services.
const running = process.env.ITQAN_E2E_URL;
const port = process.env.ITQAN_PREVIEW_PORT ?? '4180';
const cataloguePort = process.env.ITQAN_CATALOGUE_PORT ?? '4181';
const degraded = process.env.ITQAN_E2E_DEGRADED;
// An IP address, because `localhost` may resolve to IPv6.
const baseURL = running ?? `http://127.0.0.1:${port}`;

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
const phone = { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 } };

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Tests may time out on a busy machine; one that passes on retry is reported as flaky. `make test`
  // repeats failed journeys after all others.
  retries: running ? 0 : 1,
  timeout: 180_000,
  expect: { timeout: degraded ? 60_000 : 30_000 },
  reporter: 'list',
  use: {
    baseURL,
    // Otherwise a step that waits in vain would only end with its journey, after half an hour.
    ...(degraded && { actionTimeout: 90_000, navigationTimeout: 90_000 }),
    // The time zone of most users, as in the app's tests.
    timezoneId: 'Asia/Riyadh',
    // Tracing takes a third of a test's time.
    trace: running ? { mode: 'retain-on-failure', screenshots: false } : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.ITQAN_CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: running
    ? // Journeys change the system's data, so each runs once. The longest starts first.
      [
        { name: 'organization', testMatch: 'organization.spec.ts', use: desktop },
        {
          name: 'others',
          testMatch: [
            'journey.spec.ts',
            'payments.spec.ts',
            'batches.spec.ts',
            'bulk.spec.ts',
            'certificates.spec.ts',
            'developers.spec.ts',
            'poster.spec.ts',
            'pushes.spec.ts',
            'tabs.spec.ts',
            'walk.spec.ts',
          ],
          use: desktop,
        },
      ]
    : [
        { name: 'desktop', testMatch: 'shell.spec.ts', use: desktop },
        { name: 'phone', testMatch: 'shell.spec.ts', use: phone },
        { name: 'offline', testMatch: 'offline.spec.ts', use: desktop },
        { name: 'push', testMatch: 'push.spec.ts', use: desktop },
        { name: 'verification', testMatch: 'verification.spec.ts', use: phone },
        {
          name: 'catalogue',
          testMatch: 'catalogue.spec.ts',
          use: { ...desktop, baseURL: `http://127.0.0.1:${cataloguePort}` },
        },
      ],
  webServer: running
    ? undefined
    : [
        {
          command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
          url: baseURL,
          timeout: 180_000,
          reuseExistingServer: false,
        },
        {
          command: `npm run --silent catalogue:build && npx vite preview --config .storybook/vite.config.ts --outDir dist-catalogue --host 127.0.0.1 --port ${cataloguePort} --strictPort`,
          url: `http://127.0.0.1:${cataloguePort}`,
          timeout: 240_000,
          reuseExistingServer: false,
        },
      ],
});
