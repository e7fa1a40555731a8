import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ProfileType } from '@/api/identity';
import type { RevenueRow } from '@/api/payments';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import RevenuePage from './RevenuePage';
import { listWeeks } from './weeks';

const REVENUE = '/api/v1/payments/revenue';
const NAMES = '/api/v1/organizations/names';
const PATH = '/dashboard/payments/revenue';

const sums = (paid: number, refunded = 0, currency = 'SAR') => ({
  currency,
  paid_minor: paid,
  refunded_minor: refunded,
  net_minor: paid - refunded,
});

const pageOf = (data: RevenueRow[], total = data.length) =>
  ok({ data, meta: { page: 1, page_size: 20, total, sums: [sums(150_000, 30_000)] } });

function signIn(type: ProfileType) {
  const { user } = aSession(type, { permissions: ['view-payments'] });
  if (user) startSession({ access_token: aToken(600), user });
  setScreen('wide');
}

it('shows weeks as a chart and a table, then trainings and organizations by name', async () => {
  signIn('admin');
  const calls = serve({
    [REVENUE]: ({ url }) => {
      const by = new URL(url).searchParams.get('by');
      if (by === 'organization') {
        return pageOf([
          { ...sums(500), organization_id: '0190b4f0-0000-7000-8000-000000000001' },
          { ...sums(90), organization_id: null },
        ]);
      }
      if (by === 'training') {
        return pageOf([{ ...sums(150_000, 30_000), title_en: 'Forklift', title_ar: 'رافعة' }]);
      }
      return pageOf([
        { ...sums(50_000, 30_000), week: '2026-11-15' },
        { ...sums(70, 0, 'USD'), week: '2026-11-15' },
        { ...sums(100_000), week: '2026-11-01' },
      ]);
    },
    [NAMES]: () => ok({ data: [{ name_en: 'Gulf Safety', name_ar: 'سلامة الخليج' }], meta: {} }),
  });
  renderAt(PATH, <RevenuePage />);
  const user = userEvent.setup();
  const week = await screen.findByRole('row', { name: /7 Nov 2026/ });
  expect(within(week).getAllByText(/1,000/)).toHaveLength(2);
  expect(await screen.findByRole('img', { name: 'Paid and refunded, SAR' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Paid and refunded, USD' })).toBeVisible();
  expect(screen.getAllByText(/1,200/).length).toBeGreaterThan(0);

  await user.click(screen.getByRole('tab', { name: 'By training' }));
  expect(await screen.findByRole('row', { name: /Forklift/ })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'By organization' }));
  expect(await screen.findByRole('row', { name: /Gulf Safety/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /No specific organization/ })).toBeVisible();
  const asked = calls.flatMap(({ url }) =>
    url.includes(REVENUE) ? [new URL(url).searchParams.get('by')] : [],
  );
  expect(asked).toEqual([null, 'training', 'organization']);
});

it('an organization chooses days; without any money, or with a period too long, it reads so', async () => {
  signIn('organization');
  const calls = serve({
    [REVENUE]: ({ url }) =>
      url.includes('from=2020') ? refuse(422, 'period.too_long') : pageOf([]),
  });
  const { unmount } = renderAt(PATH, <RevenuePage />);
  expect(await screen.findByText('No revenue in this period')).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'By organization' })).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
  unmount();
  renderAt(`${PATH}?from=2020-01-01&to=2026-01-01`, <RevenuePage />);
  expect(await screen.findByText('Choose a period of up to two years.')).toBeVisible();
  expect(calls.at(-1)?.url).toContain('to=2026-01-01');
});

it('weeks without money stand between those that have some, from the oldest', () => {
  const rows = [
    { ...sums(50), week: '2026-11-22' },
    { ...sums(10), week: '2026-11-01' },
  ];
  expect(listWeeks(rows).map(({ week, paid_minor }) => [week, paid_minor])).toEqual([
    ['2026-11-01', 10],
    ['2026-11-08', 0],
    ['2026-11-15', 0],
    ['2026-11-22', 50],
  ]);
  expect(listWeeks([])).toEqual([]);
});
