import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { hasApplePay } from './hasApplePay';
import PayPage from './PayPage';

const person = (paid: boolean) => aUser({ profiles: [aProfile('candidate', { paid })] });

describe('a fee that is settled without the card page', () => {
  it('is noticed, however long identity takes to hear of it', async () => {
    startSession({ access_token: aToken(600), user: person(false) });
    let asked = 0;
    serve({
      '/api/v1/charges': () => ok({ data: [], meta: { page: 1, page_size: 50, total: 0 } }),
      '/api/v1/auth/authenticated': () => {
        asked += 1;
        return ok(person(asked > 1));
      },
    });
    renderAt('/payments/pay?redirect=%2Ftrainings', <PayPage />);
    const onwards = await screen.findByRole('link', { name: 'Continue' }, { timeout: 45_000 });
    expect(onwards).toHaveAttribute('href', '/trainings');
  });
});

const aCharge = (id: string) => ({
  id,
  purpose: id === 'fee' ? 'candidate_registration' : 'enrollment',
  status: 'open',
  reference: `ITQ-${id}`,
  title_en: id,
  title_ar: id,
  amount_minor: 11_500,
  currency: 'SAR',
  due_at: null,
});

describe('what is shown to be paid', () => {
  const open = (paid: boolean, address: string, ids: string[]) => {
    startSession({ access_token: aToken(600), user: person(paid) });
    serve({
      '/api/v1/charges': () =>
        ok({ data: ids.map(aCharge), meta: { page: 1, page_size: 50, total: ids.length } }),
    });
    renderAt(address, <PayPage />);
  };

  it('is the charge that was chosen', async () => {
    open(true, '/payments/pay?charge=one', ['one', 'two']);
    expect(await screen.findByText('ITQ-one')).toBeVisible();
    expect(screen.queryByText('ITQ-two')).toBeNull();
  });

  it('is the fee when the chosen charge is not open and the fee is', async () => {
    open(false, '/payments/pay?charge=gone', ['fee']);
    expect(await screen.findByText('ITQ-fee')).toBeVisible();
  });

  it('is nothing when the chosen charge was paid meanwhile', async () => {
    open(true, '/payments/pay?charge=gone', ['two']);
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeVisible();
    expect(screen.queryByText('ITQ-two')).toBeNull();
  });
});

describe('how it is paid', () => {
  const PAY = '/api/v1/charges/one/payments';
  const refused = () => refuse(409, 'payment_method.unavailable');
  /**
   * Opens the page of a charge; each refetch returns the next list of methods, and every payment is
   * refused.
   */
  const open = (...offers: string[][]) => {
    startSession({ access_token: aToken(600), user: person(true) });
    let asked = 0;
    const calls = serve({
      '/api/v1/charges': () =>
        ok({ data: [aCharge('one')], meta: { page: 1, page_size: 50, total: 1 } }),
      '/api/v1/charges/one/ways': () => {
        const offered = offers[Math.min(asked, offers.length - 1)];
        asked += 1;
        return offered ? ok(offered.map((way) => ({ way }))) : refuse(503, 'service.unavailable');
      },
      [PAY]: refused,
    });
    renderAt('/payments/pay?charge=one', <PayPage />);
    return async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }));
      await screen.findByText(/can't use this payment method/);
      const sent = calls.filter((call) => new URL(call.url).pathname === PAY);
      return (await sent.at(-1)?.json()) as unknown;
    };
  };
  const names = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
  afterEach(() => vi.unstubAllGlobals());

  it('is chosen among several ways, by keyboard too, and the first one is chosen', async () => {
    const pay = open(['card', 'mada', 'apple_pay', 'stc_pay']);
    const card = await screen.findByRole('radio', { name: /^Card/ });
    expect(screen.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
    expect(card).toBeChecked();
    // This browser has no Apple Pay.
    expect(names()).toEqual(['card', 'mada', 'stc_pay']);
    await userEvent.tab();
    while (document.activeElement !== card) await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    const mada = screen.getByRole('radio', { name: /^mada Enter your mada card/ });
    expect(mada).toBeChecked();
    expect(await pay()).toEqual({ way: 'mada' });
    // The method is still offered, so it stays selected.
    await waitFor(() => expect(mada).toBeEnabled());
    expect(mada).toBeChecked();
  });

  it('is Apple Pay only where the browser has it', async () => {
    let has = (): boolean => true;
    vi.stubGlobal('ApplePaySession', { canMakePayments: () => has() });
    open(['card', 'apple_pay']);
    expect(await screen.findByRole('radio', { name: /^Apple Pay/ })).toBeEnabled();
    has = () => {
      throw new Error('insecure document');
    };
    expect(hasApplePay()).toBe(false);
  });

  it.each([[[['card']]], [[]]])('is not asked where there is only the card: %j', async (offers) => {
    const pay = open(...offers);
    expect(await pay()).toEqual({ way: 'card' });
    expect(screen.queryByRole('radiogroup')).toBeNull();
    // A configured payment method may not be offered for this amount.
    expect(screen.queryByText(/Enter your card details on the payment page/) !== null).toBe(
      offers.length > 0,
    );
    expect(screen.queryByText(/You pay by/)).toBeNull();
  });

  it('is asked anew when a way is refused meanwhile', async () => {
    const pay = open(['card', 'mada', 'stc_pay'], ['card', 'mada']);
    await userEvent.click(await screen.findByRole('radio', { name: /^STC Pay/ }));
    expect(await pay()).toEqual({ way: 'stc_pay' });
    await waitFor(() => expect(names()).toEqual(['card', 'mada']));
    expect(screen.getByRole('radio', { name: /^Card/ })).toBeChecked();
    expect(screen.getByText(/can't use this payment method/)).toBeVisible();
    expect(await pay()).toEqual({ way: 'card' });
  });

  it('is a transfer: the account, the exact amount and the reference, then the receipt', async () => {
    startSession({ access_token: aToken(600), user: person(true) });
    const transfer = {
      charge_id: 'one',
      reference: 'RF68ITQ2026000123',
      amount_minor: 150_005,
      currency: 'SAR',
      due_at: '2026-12-01T12:00:00Z',
      receipt_at: null,
      account: {
        iban: 'SA0380000000608010167519',
        bank_en: 'First Bank',
        beneficiary_en: 'Itqan Ltd',
      },
    };
    const calls = serve({
      '/api/v1/charges': () =>
        ok({ data: [aCharge('one')], meta: { page: 1, page_size: 50, total: 1 } }),
      '/api/v1/charges/one/ways': () => ok([{ way: 'card' }, { way: 'bank_transfer' }]),
      '/api/v1/charges/one/transfer': () => ok(transfer),
      '/api/v1/charges/one/transfer/receipt': () =>
        ok({ ...transfer, receipt_at: '2026-11-23T12:00:00Z' }),
    });
    renderAt('/payments/pay?charge=one', <PayPage />);
    await userEvent.click(await screen.findByRole('radio', { name: /^Bank transfer/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Show account details' }));
    expect(await screen.findByText('RF68ITQ2026000123')).toBeVisible();
    expect(screen.getByRole('heading', { name: /^Transfer the exact amount/ })).toHaveFocus();
    expect(screen.getByText('1500.05')).toBeVisible();
    expect(screen.getByText('Itqan Ltd')).toBeVisible();
    expect(screen.getByText(/must receive your transfer by .*2026/)).toBeVisible();
    const file = new File(['%PDF-'], 'receipt.pdf', { type: 'application/pdf' });
    await userEvent.upload(screen.getByLabelText('Upload transfer receipt'), file);
    expect(await screen.findByRole('button', { name: 'View receipt' })).toBeVisible();
    expect(calls.at(-1)?.method).toBe('POST');
  });

  it("is on the organization's account, with what is then left of its limit", async () => {
    startSession({ access_token: aToken(600), user: person(true) });
    let open = true;
    const calls = serve({
      '/api/v1/charges': () =>
        ok({ data: open ? [aCharge('one')] : [], meta: { page: 1, page_size: 50, total: 1 } }),
      '/api/v1/charges/one/ways': () =>
        ok([{ way: 'card' }, { way: 'on_account', free_minor: 20_000 }]),
      '/api/v1/charges/one/account': () => {
        open = false;
        return ok({ id: 'paid', way: 'on_account' });
      },
    });
    renderAt('/payments/pay?charge=one', <PayPage />);
    await userEvent.click(await screen.findByRole('radio', { name: /^On account/ }));
    expect(screen.getByText(/The remaining limit will be .*85/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Pay on account' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeVisible();
    expect(calls.filter(({ url }) => url.endsWith('/account'))).toHaveLength(1);
  });
});
