import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberReturn } from '@/domain/payments/returning';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import PaymentReturnPage from './PaymentReturnPage';

const RETURN = '/payments/paymob/redirect';
const READ = '/api/v1/payments/return';
const PAYMENT = '/api/v1/payments/payment-1';

const aPayment = (given: object = {}) => ({
  id: 'payment-1',
  charge_id: 'charge-1',
  charge_status: 'paid',
  status: 'succeeded',
  purpose: 'enrollment',
  reference: 'ITQ-2026-000001',
  amount_minor: 125_000,
  currency: 'SAR',
  failure_code: null,
  failure_reason: null,
  ...given,
});

beforeEach(() => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
});
afterEach(() => sessionStorage.clear());

describe('the way back from the card page', () => {
  it('tells that the payment was received, and its reference', async () => {
    serve({ [READ]: () => ok(aPayment()), [PAYMENT]: () => ok(aPayment()) });
    renderAt(`${RETURN}?order=1`, <PaymentReturnPage />);
    expect(await screen.findByText('Payment received')).toBeVisible();
    expect(screen.getByText('ITQ-2026-000001')).toBeVisible();
    expect(screen.getByText(/Your seat is confirmed within moments/)).toBeVisible();
  });

  it('does not wait for a payment that nobody began', async () => {
    serve({});
    renderAt(RETURN, <PaymentReturnPage />);
    const link = await screen.findByRole('link', { name: 'My payments' });
    expect(link).toHaveAttribute('href', '/candidate/my-payments');
  });

  it('follows the payment of this tab when the address says nothing', async () => {
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    serve({ [PAYMENT]: () => ok(aPayment()) });
    renderAt(RETURN, <PaymentReturnPage />);
    expect(await screen.findByText('Payment received')).toBeVisible();
  });

  it('follows the payment of this tab when the address is not understood', async () => {
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    serve({
      [READ]: () => refuse(422, 'payments.return_invalid'),
      [PAYMENT]: () => ok(aPayment()),
    });
    renderAt(`${RETURN}?x=y`, <PaymentReturnPage />);
    expect(await screen.findByText('Payment received')).toBeVisible();
  });

  it('has nothing to show of a foreign payment', async () => {
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    serve({
      [READ]: () => refuse(404, 'not_found'),
      [PAYMENT]: () => refuse(404, 'not_found'),
    });
    renderAt(`${RETURN}?x=y`, <PaymentReturnPage />);
    expect(await screen.findByText('There is no payment to show here')).toBeVisible();
  });

  it('offers to ask again when no server answers', async () => {
    serve({});
    renderAt(`${RETURN}?order=1`, <PaymentReturnPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('We are confirming your payment')).toBeNull();
  });

  it('of a declined card names amount and reason, and lets somebody try again', async () => {
    const failed = aPayment({
      status: 'failed',
      charge_status: 'open',
      failure_code: 'insufficient_funds',
    });
    serve({ [READ]: () => ok(failed), [PAYMENT]: () => ok(failed) });
    renderAt(`${RETURN}?order=1`, <PaymentReturnPage />);
    expect(
      await screen.findByText(/not enough money on the card. No money was taken/),
    ).toBeVisible();
    expect(screen.getByText('SAR 1,250')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('leads back to the choice where there are several ways to pay', async () => {
    const failed = aPayment({ status: 'failed', charge_status: 'open', failure_code: 'declined' });
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: '/trainings' });
    serve({
      [READ]: () => ok(failed),
      [PAYMENT]: () => ok(failed),
      '/api/v1/charges/charge-1/ways': () => ok([{ way: 'card' }, { way: 'mada' }]),
    });
    renderAt(`${RETURN}?order=1`, <PaymentReturnPage />);
    const link = await screen.findByRole('link', { name: 'Try again' });
    expect(link).toHaveAttribute('href', '/payments/pay?charge=charge-1&redirect=%2Ftrainings');
  });

  it('of a fee goes on by itself with what it was asked for', async () => {
    const fee = aPayment({ purpose: 'candidate_registration' });
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: '/trainings' });
    serve({ [READ]: () => ok(fee), [PAYMENT]: () => ok(fee) });
    const { router } = renderAt(`${RETURN}?order=1`, <PaymentReturnPage />);
    await expect.poll(() => router.state.location.pathname).toBe('/trainings');
  });
});
