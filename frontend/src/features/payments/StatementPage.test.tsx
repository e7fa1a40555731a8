import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as files from '@/lib/download';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import StatementPage from './StatementPage';

const STATEMENTS = '/api/v1/statements';
const ORGANIZATION = '019a1111-1111-7111-8111-111111111111';
const NONE = { data: [], meta: { page: 1, page_size: 20, total: 0, sums: [] } };

const entry = (kind: string, given: object) => ({
  id: kind,
  kind,
  at: '2026-10-31T21:00:00Z',
  reference: null,
  document: null,
  title_en: null,
  title_ar: null,
  purchase_order: null,
  payment_id: null,
  currency: 'SAR',
  debit_minor: 0,
  credit_minor: 0,
  balance_minor: 0,
  ...given,
});
const entries = [
  entry('opening', { balance_minor: 70_050 }),
  entry('payment', {
    reference: 'ITQ-2026-000007',
    document: 'REC-2026-000003',
    title_en: 'Forklift operation',
    payment_id: 'p-1',
    credit_minor: 50_000,
    balance_minor: 20_050,
  }),
  entry('closing', { balance_minor: 20_050 }),
];
const sums = [
  {
    currency: 'SAR',
    opening_minor: 70_050,
    debit_minor: 0,
    credit_minor: 50_000,
    closing_minor: 20_050,
  },
];

function signIn(type: 'organization' | 'admin') {
  // Set the clock first: a token of another day would have expired.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T22:00:00Z') });
  const { user } = aSession(type, { permissions: ['view-payments'] });
  if (user) startSession({ access_token: aToken(600), user });
  setScreen('wide');
}

it('shows a month with its balances, and leads to another one and to a file', async () => {
  signIn('organization');
  const saved = vi.spyOn(files, 'download').mockReturnValue();
  const calls = serve({
    [STATEMENTS]: () => ok({ data: entries, meta: { ...NONE.meta, total: 3, sums } }),
    [`${STATEMENTS}/export`]: () => ok('x'),
  });
  renderAt('/dashboard/payments/statements?month=2026-11', <StatementPage />);
  const user = userEvent.setup();
  expect(await screen.findByRole('link', { name: 'ITQ-2026-000007' })).toHaveAttribute(
    'href',
    '/dashboard/payments/p-1',
  );
  // The month starts in Riyadh time, whatever the user's clock shows.
  expect(screen.getAllByText('1 Nov 2026')).toHaveLength(3);
  expect(screen.getByText('REC-2026-000003')).toBeVisible();
  expect(screen.getAllByText('Opening balance')).toHaveLength(2);
  expect(screen.getAllByText(/200\.50/)).toHaveLength(3);
  expect(screen.queryByText('Organization')).toBeNull();

  await user.click(screen.getByText('Month: November 2026'));
  expect(screen.queryByRole('menuitemradio', { name: 'All' })).toBeNull();
  await user.click(screen.getByRole('menuitemradio', { name: 'October 2026' }));
  await expect.poll(() => calls.at(-1)?.url).toContain('month=2026-10');
  // It is December in Riyadh, the call's default month.
  await user.click(await screen.findByText('Month: October 2026'));
  await user.click(screen.getByRole('menuitemradio', { name: 'December 2026' }));
  await expect.poll(() => calls.at(-1)?.url).not.toContain('month=');
  expect(screen.getByText('Month: December 2026')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await expect.poll(() => saved.mock.calls.length).toBe(1);
});

it('asks admins for the organization, and says when nothing was owed', async () => {
  signIn('admin');
  serve({
    [STATEMENTS]: () => ok(NONE),
    '/api/v1/organizations/names': () => ok({ data: [], meta: NONE.meta }),
  });
  renderAt('/dashboard/payments/statements?month=2026-10', <StatementPage />);
  expect(await screen.findByText('Choose an organization')).toBeVisible();
  renderAt(
    `/dashboard/payments/statements?month=2026-10&organization_id=${ORGANIZATION}`,
    <StatementPage />,
  );
  expect(await screen.findByText('No charges or payments yet')).toBeVisible();
});

it('is saved as pages for the organization and month that are shown', async () => {
  signIn('admin');
  const saved = vi.spyOn(files, 'download').mockReturnValue();
  const calls = serve({
    [STATEMENTS]: () => ok(NONE),
    [`${STATEMENTS}/pdf`]: () => ok({}),
    '/api/v1/organizations/names': () => ok({ data: [], meta: NONE.meta }),
  });
  renderAt(
    `/dashboard/payments/statements?month=2026-10&organization_id=${ORGANIZATION}`,
    <StatementPage />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save as PDF' }));
  await expect.poll(() => saved.mock.lastCall?.[0]).toBe('statement-2026-10.pdf');
  const asked = calls.find(({ url }) => url.includes(`${STATEMENTS}/pdf`))?.url ?? '';
  expect(Object.fromEntries(new URL(asked).searchParams)).toEqual({
    month: '2026-10',
    organization_id: ORGANIZATION,
  });
});
