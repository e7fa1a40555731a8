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

const SIGNED = `${RETURN}?order=1&hmac=f`;

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
    renderAt(SIGNED, <PaymentReturnPage />);
    expect(await screen.findByText('Payment received')).toBeVisible();
    expect(screen.getByText('ITQ-2026-000001')).toBeVisible();
    expect(screen.getByText(/Your seat will be confirmed in a moment/)).toBeVisible();
  });

  it('does not wait for a payment that nobody began', async () => {
    serve({});
    renderAt(RETURN, <PaymentReturnPage />);
    const link = await screen.findByRole('link', { name: 'My payments' });
    expect(link).toHaveAttribute('href', '/candidate/my-payments');
  });

  it.each([
    ['its address', `${RETURN}?payment=payment-1`],
    ['this tab', RETURN],
  ])('of a payer who left the card page tells so at once, by %s', async (_, address) => {
    const left = aPayment({ status: 'redirected', charge_status: 'open', inquiry: 'unpaid' });
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    const calls = serve({ [READ]: () => ok(left), [PAYMENT]: () => ok(left) });
    renderAt(address, <PaymentReturnPage />);
    expect(await screen.findByText('Payment not completed')).toBeVisible();
    expect(await calls[0]?.json()).toEqual({ params: { payment: 'payment-1' } });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Not now' })).toHaveAttribute(
      'href',
      '/candidate/my-payments/charge-1',
    );
  });

  it('of an unknown result goes on asking, and holds nobody up', async () => {
    const open = aPayment({ status: 'redirected', charge_status: 'open', inquiry: 'unreachable' });
    serve({ [READ]: () => ok(open), [PAYMENT]: () => ok(open) });
    renderAt(`${RETURN}?payment=payment-1`, <PaymentReturnPage />);
    expect(await screen.findByText('Confirming your payment')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My payments' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('follows the payment of this tab when the address says nothing', async () => {
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    serve({ [READ]: () => ok(aPayment()), [PAYMENT]: () => ok(aPayment()) });
    renderAt(RETURN, <PaymentReturnPage />);
    expect(await screen.findByText('Payment received')).toBeVisible();
  });

  it('follows the payment of this tab when the address is not understood', async () => {
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    serve({
      [READ]: async (request) =>
        'hmac' in (await request.json()).params
          ? refuse(400, 'payment_return.invalid')
          : ok(aPayment()),
      [PAYMENT]: () => ok(aPayment()),
    });
    renderAt(SIGNED, <PaymentReturnPage />);
    expect(await screen.findByText('Payment received')).toBeVisible();
  });

  it('has nothing to show of a foreign payment', async () => {
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: null });
    serve({
      [READ]: () => refuse(404, 'resource.not_found'),
      [PAYMENT]: () => refuse(404, 'resource.not_found'),
    });
    renderAt(SIGNED, <PaymentReturnPage />);
    expect(await screen.findByText('No payment to show')).toBeVisible();
  });

  it('offers to ask again when no server answers', async () => {
    serve({});
    renderAt(SIGNED, <PaymentReturnPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('Confirming your payment')).toBeNull();
  });

  it('of a declined card names amount and reason, and lets somebody try again', async () => {
    const failed = aPayment({
      status: 'failed',
      charge_status: 'open',
      failure_code: 'insufficient_funds',
    });
    serve({ [READ]: () => ok(failed), [PAYMENT]: () => ok(failed) });
    renderAt(SIGNED, <PaymentReturnPage />);
    expect(
      await screen.findByText(/doesn't have enough funds. You haven't been charged/),
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
    renderAt(SIGNED, <PaymentReturnPage />);
    const link = await screen.findByRole('link', { name: 'Try again' });
    expect(link).toHaveAttribute('href', '/payments/pay?charge=charge-1&redirect=%2Ftrainings');
  });

  it('of a fee goes on by itself with what it was asked for', async () => {
    const fee = aPayment({ purpose: 'candidate_registration' });
    rememberReturn({ paymentId: 'payment-1', chargeId: 'charge-1', redirect: '/trainings' });
    serve({ [READ]: () => ok(fee), [PAYMENT]: () => ok(fee) });
    const { router } = renderAt(SIGNED, <PaymentReturnPage />);
    await expect.poll(() => router.state.location.pathname).toBe('/trainings');
  });
});
