import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { PaymentDetail } from '@/api/payments';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { Accept } from './Accept';
import { PaymentAlerts } from './PaymentAlerts';

const CHARGES = '/api/v1/payments/p1/acceptable-charges';
const ACCEPT = '/api/v1/payments/p1/accept';
const other = {
  id: 'c2',
  reference: 'ITQ-2026-000002',
  title_en: 'Crane signals',
  title_ar: 'إشارات الرافعة',
  status: 'open',
};

function show(charges: object[], given: object = {}) {
  const payment = {
    id: 'p1',
    charge_id: 'c1',
    status: 'under_review',
    review_reason: 'amount',
    amount_minor: 150_000,
    received_minor: 70_000,
    currency: 'SAR',
    can_refund: true,
    refunds: [],
    ...given,
  } as unknown as PaymentDetail;
  const calls = serve({ [CHARGES]: () => ok(charges), [ACCEPT]: () => ok({}) });
  renderAt(
    '/payments/p1',
    <>
      <PaymentAlerts payment={payment} />
      <Accept payment={payment} />
    </>,
  );
  return calls;
}

describe('money under review', () => {
  it('is accepted for what the reviewer chooses', async () => {
    const own = { ...other, id: 'c1', title_en: 'Forklifts', status: 'expired' };
    const calls = show([own, other]);
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(screen.getByText(/The payment deadline has passed/)).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: /Apply to/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Crane signals/ }));
    expect(screen.getByText('The original charge remains due.')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'They say so');
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await expect.poll(() => calls.filter(({ url }) => url.endsWith(ACCEPT)).length).toBe(1);
    expect(await calls.find(({ url }) => url.endsWith(ACCEPT))?.json()).toEqual({
      charge_id: 'c2',
      reason: 'They say so',
    });
  });

  it('can only go back when its payer owes nothing of its sum', async () => {
    show([]);
    expect(await screen.findByText(/the payment can only be refunded/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Received SAR 700; SAR 1,500 was due.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not decided by those who may not, and not once it is decided', () => {
    expect(show([other], { can_refund: false })).toEqual([]);
    expect(show([other], { status: 'failed' })).toEqual([]);
  });
});
