import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import ReconciliationLinesPage from './ReconciliationLinesPage';
import ReconciliationPage from './ReconciliationPage';

const REPORTS = '/api/v1/payments/settlement-reports';
const LINES = '/api/v1/payments/settlement-lines';
const meta = { page: 1, page_size: 20, total: 0, sums: [] };

function signIn() {
  const { user } = aSession('admin', { permissions: ['reconcile-payments', 'view-payments'] });
  if (user) startSession({ access_token: aToken(600), user });
  setScreen('wide');
}

/** Opens the page and selects a file in its dialog. */
async function chooseReport() {
  renderAt('/dashboard/payments/reconciliation', <ReconciliationPage />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Upload report' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  await user.upload(input, new File(['x'], 'report.csv', { type: 'text/csv' }));
  return user;
}

it('a report is handed in with what its columns are, of which those that are known are chosen', async () => {
  signIn();
  const calls = serve({
    [REPORTS]: ({ method }) =>
      method === 'POST' ? ok({ id: 'r-1', open: 3, sums: [] }) : ok({ data: [], meta }),
    [`${REPORTS}/check`]: () =>
      ok({
        headings: ['Trx', 'Amount', 'Booked'],
        columns: { amount: 'Amount' },
        examples: [['7', '12.50', '2026-11-22']],
        lines: 40,
      }),
  });
  const user = await chooseReport();
  expect(await screen.findByText(/40 lines/)).toBeVisible();
  expect(screen.getByText('12.50')).toBeVisible();
  const compare = screen.getByRole('button', { name: 'Compare' });
  expect(compare).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: /Date/ }));
  await user.click(await screen.findByRole('option', { name: 'Booked' }));
  await user.click(compare);
  await screen.findByText('No settlement reports yet');
  const sent = calls.find(({ method, url }) => method === 'POST' && url.endsWith(REPORTS));
  expect(await sent?.text()).toContain('{"amount":"Amount","day":"Booked"}');
});

it('a report with Hijri dates is compared once they are confirmed', async () => {
  signIn();
  const hijri_days = [{ column: 'day', typed: '15 رمضان 1448', day: '2027-02-22' }];
  serve({
    [REPORTS]: async (request) => {
      if (request.method !== 'POST') return ok({ data: [], meta });
      return /name="hijri_confirmed"\s+true/.test(await request.clone().text())
        ? ok({ id: 'r-1', open: 3, sums: [] })
        : Response.json(
            { status: 422, code: 'date.hijri_unconfirmed', hijri_days },
            { status: 422 },
          );
    },
    [`${REPORTS}/check`]: () =>
      ok({
        headings: ['Amount', 'Date'],
        columns: { amount: 'Amount', day: 'Date' },
        examples: [],
        lines: 1,
      }),
  });
  const user = await chooseReport();
  await user.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(await screen.findByText(/15 رمضان 1448.* is 22 Feb 2027/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import with these dates' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a difference is taken and closed with a note; whoever comes second reads that it was changed', async () => {
  signIn();
  const line = {
    id: 'l-1',
    report_id: 'r-1',
    number: 4,
    kind: 'payment',
    transaction_id: '999',
    reference: '',
    amount_minor: 2_000,
    fee_minor: 50,
    expected_minor: null,
    currency: 'SAR',
    day: '2026-11-22',
    outcome: 'missing_here',
    payment_id: null,
    task_status: 'open',
    owner_id: null,
    owner_name_en: null,
    owner_name_ar: null,
    mine: false,
    note: null,
    closed_at: null,
    version: 1,
  };
  const calls = serve({
    [LINES]: () => ok({ data: [line], meta: { ...meta, total: 1 } }),
    [`${LINES}/l-1`]: () => refuse(409, 'settlement_line.edit_conflict'),
  });
  renderAt('/dashboard/payments/reconciliation/lines', <ReconciliationLinesPage />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /999/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Assign to me' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Someone else changed this line/);
  await waitFor(() => expect(alert).toHaveFocus());
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: /999/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add note and close' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Resolution' }), 'A test');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(await dialog.findByText(/Someone else changed this line/)).toBeVisible();
  const sent = calls.findLast(({ method }) => method === 'PATCH');
  expect(await sent?.json()).toEqual({ version: 1, note: 'A test', closed: true });
});
