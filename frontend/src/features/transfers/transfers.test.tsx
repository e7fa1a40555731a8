import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { ConfirmCredits } from './ConfirmCredits';
import { ImportStatement } from './ImportStatement';
import { MatchCredit } from './MatchCredit';
import { RefundTasks } from './RefundTasks';

const charge = {
  id: 'charge-1',
  reference: 'ITQ-2026-000123',
  title_en: 'Forklifts',
  title_ar: 'الرافعات',
  amount_minor: 150_000,
  currency: 'SAR',
  status: 'open',
};
const credit = {
  id: 'credit-1',
  amount_minor: 149_900,
  currency: 'SAR',
  payer_name: 'Sara',
  bank_reference: 'BK1',
  charge,
};

function signIn() {
  const { user } = aSession('admin');
  if (user) startSession({ access_token: aToken(900), user });
}

it('a statement is refused for what is wrong with it, then says what it brought', async () => {
  signIn();
  let isGood = false;
  serve({
    '/api/v1/transfers/statements': () =>
      isGood
        ? ok({ statement_id: 's', new: 3, known: 1, others: 2, proposed: 2, to_decide: 1 })
        : refuse(422, 'request.invalid', { fields: [['file', 'bank_statement.other_account']] }),
  });
  renderAt('/', <ImportStatement />);
  await userEvent.click(await screen.findByRole('button', { name: 'Import statement' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('nothing takes a file');
  const file = new File([':20:'], 'day.txt', { type: 'text/plain' });
  await userEvent.upload(input, file);
  expect(
    await screen.findByText('This statement belongs to another account. Choose the right file.'),
  ).toBeVisible();
  isGood = true;
  await userEvent.upload(input, file);
  const report = await screen.findByRole('status');
  expect(within(report).getByText('New credits').nextSibling).toHaveTextContent('3');
  expect(within(report).getByText('Already imported').nextSibling).toHaveTextContent('1');
});

it('a statement with Hijri dates is imported once they are confirmed', async () => {
  signIn();
  const hijri_days = [{ column: 'date', typed: '15 رمضان 1448', day: '2027-02-22' }];
  const calls = serve({
    '/api/v1/transfers/statements': async (request) =>
      (await request.clone().text()).includes('hijri_confirmed')
        ? ok({ statement_id: 's', new: 1, known: 0, others: 0, proposed: 1, to_decide: 0 })
        : Response.json(
            { status: 422, code: 'date.hijri_unconfirmed', hijri_days },
            { status: 422 },
          ),
  });
  renderAt('/', <ImportStatement />);
  await userEvent.click(await screen.findByRole('button', { name: 'Import statement' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('nothing takes a file');
  await userEvent.upload(input, new File(['Date'], 'day.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/15 رمضان 1448.* is 22 Feb 2027/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Import with these dates' }));
  expect(await screen.findByText('New credits')).toBeVisible();
  expect(await calls.at(-1)?.text()).toMatch(/name="hijri_confirmed"\s+true/);
});

it('matching says beforehand what becomes of money that differs', async () => {
  signIn();
  const calls = serve({
    '/api/v1/transfers/charges': () => ok([charge]),
    '/api/v1/transfers/credits/credit-1/match': () => ok({ ...credit, status: 'matched' }),
  });
  let closed = false;
  renderAt('/', <MatchCredit credit={credit as never} onClose={() => (closed = true)} />);
  expect(
    await screen.findByText(/The amount differs. The payment will be put under review/),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Match to a charge' }));
  await waitFor(() => expect(closed).toBe(true));
  const sent = calls.find(({ url }) => url.endsWith('/match'));
  expect(await sent?.json()).toEqual({ charge_id: 'charge-1' });
});

it('a refund to transfer is recorded by those who may', async () => {
  signIn();
  const task = { ...charge, id: 'refund-1', payer_name_en: 'Sara', payer_account: 'SA44' };
  serve({
    '/api/v1/transfers/refunds': () =>
      ok([
        { ...task, can_record: true },
        { ...task, id: 'refund-2', can_record: false },
      ]),
    '/api/v1/refunds/refund-1/transfer': () => ok({ ...task, status: 'done' }),
  });
  renderAt('/', <RefundTasks />);
  await userEvent.click(await screen.findByRole('button', { name: '2 refunds to transfer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Record transfer' }));
  const dialog = screen.getByRole('dialog', { name: 'Record a refund by transfer' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'OUT-1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record transfer' }));
  await waitFor(() => expect(dialog).not.toBeVisible());
});

it('confirming lists the credits that were left, each with its reason', async () => {
  signIn();
  const calls = serve({
    '/api/v1/transfers/credits/confirm': () =>
      ok({
        confirmed: [{ ...credit, status: 'matched' }],
        left: [{ credit: { ...credit, id: 'credit-2' }, reason: 'closed' }],
      }),
  });
  renderAt('/', <ConfirmCredits chosen={[credit as never]} onClear={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  const asked = screen.getByRole('dialog', { name: /Confirm 1 match/ });
  await userEvent.click(within(asked).getByRole('button', { name: 'Confirm' }));
  const report = await screen.findByRole('dialog', { name: '1 credit was not confirmed' });
  expect(report).toHaveTextContent('1 charge was paid.');
  expect(within(report).getByRole('listitem')).toHaveTextContent(
    /from Sara.*The charge expired or was cancelled\./,
  );
  expect(await calls[0]?.json()).toEqual({ credit_ids: ['credit-1'] });
});
