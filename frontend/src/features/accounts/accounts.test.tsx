import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import AccountListPage from './AccountListPage';
import AccountPage from './AccountPage';

const ACCOUNTS = '/api/v1/payment-accounts';
const NAMES = '/api/v1/organizations/names';
const meta = { page: 1, page_size: 20, total: 1 };
const account = {
  id: 'a-1',
  organization_id: 'o-1',
  currency: 'SAR',
  limit_minor: 500_000,
  days_to_pay: 30,
  active: true,
  status: 'overdue',
  owed_minor: 200_000,
  free_minor: 300_000,
  unbilled_minor: 50_000,
  overdue_minor: 150_000,
  next_bill_on: '2026-12-01',
  allowed_at: '2026-10-01T09:00:00Z',
  version: 3,
};
const bill = {
  id: 'b-1',
  account_id: 'a-1',
  organization_id: 'o-1',
  month: '2026-10-01',
  reference: 'ITQ-2026-000009',
  charge_id: 'c-1',
  payment_id: null,
  amount_minor: 150_000,
  currency: 'SAR',
  status: 'overdue',
  due_on: '2026-11-10',
  paid_at: null,
};

function signIn(type: 'organization' | 'admin', ...permissions: string[]) {
  const { user } = aSession(type, { permissions: ['view-payments', ...permissions] });
  if (user) startSession({ access_token: aToken(600), user });
  setScreen('wide');
}

const names = () => ok({ data: [{ id: 'o-1', name_en: 'Gulf Academy', name_ar: 'x' }], meta });

it('an admin sees who owes what, and allows an organization', async () => {
  signIn('admin', 'manage-application-settings');
  const calls = serve({
    [ACCOUNTS]: ({ method }) => ok(method === 'POST' ? account : { data: [account], meta }),
    [NAMES]: names,
  });
  renderAt('/dashboard/payments/accounts', <AccountListPage />);
  const user = userEvent.setup();
  expect(await screen.findByText('Gulf Academy')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Allow an organization' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /Organization/ }));
  await user.click(await screen.findByRole('option', { name: 'Gulf Academy' }));
  await user.type(dialog.getByRole('textbox', { name: /Limit/ }), '2500');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => calls.some(({ method }) => method === 'POST')).toBe(true);
  expect(await calls.find(({ method }) => method === 'POST')?.json()).toMatchObject({
    organization_id: 'o-1',
    limit_minor: 250_000,
    days_to_pay: 30,
  });
});

it('an admin changes the terms; whoever comes second reads that they were changed', async () => {
  signIn('admin', 'manage-application-settings');
  const calls = serve({
    [`${ACCOUNTS}/a-1`]: ({ method }) =>
      method === 'PUT' ? refuse(409, 'payment_account.edit_conflict') : ok(account),
    [`${ACCOUNTS}/a-1/bills`]: () => ok({ data: [], meta: { ...meta, total: 0 } }),
    [`${ACCOUNTS}/a-1/entries`]: () => ok({ data: [], meta: { ...meta, total: 0, sums: [] } }),
    [ACCOUNTS]: () => ok({ data: [account], meta }),
    [NAMES]: names,
  });
  show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit terms' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Can pay on account' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Someone else changed this account/)).toBeVisible();
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({
    active: false,
    days_to_pay: 30,
    limit_minor: 500_000,
    version: 3,
  });
});

it('an organization sees what is left and its bills, and pays the one that is overdue', async () => {
  signIn('organization');
  serve({
    [`${ACCOUNTS}/a-1`]: () => ok(account),
    [`${ACCOUNTS}/a-1/bills`]: () => ok({ data: [bill], meta }),
    [`${ACCOUNTS}/a-1/entries`]: () => ok({ data: [], meta: { ...meta, total: 0, sums: [] } }),
    [ACCOUNTS]: () => ok({ data: [account], meta }),
    [NAMES]: names,
  });
  show();
  expect(await screen.findByText(/is overdue. To pay on account again/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit terms' })).toBeNull();
  expect(await screen.findByRole('link', { name: 'Pay' })).toHaveAttribute(
    'href',
    '/payments/pay?charge=c-1',
  );
  expect(screen.getByRole('link', { name: 'Bill details' })).toHaveAttribute(
    'href',
    '/dashboard/payments/accounts/a-1/entries?bill_id=b-1',
  );
});

function show() {
  renderAt(
    '/dashboard/payments/accounts/a-1',
    <Routes>
      <Route path="/dashboard/payments/accounts/:id" element={<AccountPage />} />
    </Routes>,
  );
}
