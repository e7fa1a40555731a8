import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { PaymentDetail } from '@/api/payments';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { Refund } from './Refund';

const REFUNDS = '/api/v1/payments/p1/refunds';

function show(given: object, answers: Parameters<typeof serve>[0] = {}) {
  const payment = {
    id: 'p1',
    status: 'succeeded',
    currency: 'SAR',
    refundable_minor: 10_000,
    can_refund: true,
    refunds: [],
    ...given,
  } as unknown as PaymentDetail;
  const calls = serve(answers);
  renderAt('/payments/p1', <Refund payment={payment} />);
  return calls;
}

describe('the refund of a payment', () => {
  it('gives back the amount that the admin types', async () => {
    const calls = show({}, { [REFUNDS]: () => ok({}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Refund' }));
    const amount = screen.getByRole('textbox', { name: /Amount to refund/ });
    await userEvent.clear(amount);
    await userEvent.type(amount, '40.50');
    await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Half a day missed');
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    await expect.poll(() => calls.filter(({ url }) => url.endsWith(REFUNDS)).length).toBe(1);
    expect(await calls.find(({ url }) => url.endsWith(REFUNDS))?.json()).toMatchObject({
      amount_minor: 4050,
      reason: 'Half a day missed',
    });
  });

  it('returns money under review by the call of those who review it', async () => {
    const returned = '/api/v1/payments/p1/return';
    const calls = show({ status: 'under_review' }, { [returned]: () => ok({}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Refund' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Paid twice');
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    await expect.poll(() => calls.filter(({ url }) => url.endsWith(returned)).length).toBe(1);
  });

  it('refuses more than is left', async () => {
    const calls = show({});
    await userEvent.click(await screen.findByRole('button', { name: 'Refund' }));
    const amount = screen.getByRole('textbox', { name: /Amount to refund/ });
    await userEvent.clear(amount);
    await userEvent.type(amount, '100.01');
    await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Too much');
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    expect(amount).toBeInvalid();
    expect(calls.filter(({ url }) => url.endsWith(REFUNDS))).toEqual([]);
  });

  it('is not offered to those who may not give money back', () => {
    show({ can_refund: false });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(['requested', 'sent'])('cannot be asked for while one is %s', async (status) => {
    show({ refunds: [{ id: 'r1', status }] });
    expect(await screen.findByRole('button', { name: 'Refund pending' })).toBeDisabled();
  });
});
