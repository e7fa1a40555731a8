import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getSession } from '@/lib/session';
import { aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { readResendTime } from './resendTime';
import SignUpPage from './SignUpPage';

const SIGN_UP = '/api/v1/auth/signup';
const SUGGESTION = '/api/v1/auth/username/suggestion';
const AVAILABLE = '/api/v1/auth/username/is-available';

const good: Record<string, string> = {
  'Full name in English': 'Noura Al-Harbi',
  'Full name in Arabic': 'نورة الحربي',
  Username: 'Noura.H',
  Email: 'noura@example.com',
  'Mobile number': '0501234567',
  Password: 'Forklift-77-yard',
};

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }));

async function fillIn(values = good) {
  const user = userEvent.setup({ delay: null });
  for (const [label, value] of Object.entries(values)) {
    await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('checkbox'));
}

describe('the wanted username', () => {
  // Without delays, which would trigger the debounced check.
  const type = (name: string) =>
    userEvent.setup({ delay: null }).type(screen.getByLabelText('Username'), name);

  it('is said to be available', async () => {
    serve({ [AVAILABLE]: () => ok(true) });
    renderAt('/auth/sign-up', <SignUpPage />);
    await type('noura');
    expect((await screen.findAllByText('This username is available')).length).toBeGreaterThan(0);
  });

  it('is asked for once the typing pauses', async () => {
    const calls = serve({ [AVAILABLE]: () => ok(true) });
    renderAt('/auth/sign-up', <SignUpPage />);
    await type('noura');
    await screen.findAllByText('This username is available');
    const asked = calls.filter(({ url }) => url.endsWith(AVAILABLE));
    expect(await Promise.all(asked.map((call) => call.json()))).toEqual([{ username: 'noura' }]);
  });

  it.each([
    ['the server says so', () => ok(false)],
    ['the server fails', () => refuse(500, 'service.failed')],
    ['there were too many calls', () => new Response('Too Many Requests', { status: 429 })],
  ])('is not available when %s', async (_, answer) => {
    serve({ [AVAILABLE]: answer });
    renderAt('/auth/sign-up', <SignUpPage />);
    await type('noura');
    expect((await screen.findAllByText("This username isn't available")).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Username')).toBeInvalid();
  });

  it('that is not available is not sent', async () => {
    const calls = serve({ [AVAILABLE]: () => ok(false) });
    renderAt('/auth/sign-up', <SignUpPage />);
    await fillIn();
    await screen.findAllByText("This username isn't available");
    await submit();
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(calls.some((call) => call.url.endsWith(SIGN_UP))).toBe(false);
  });
});

it('does not call the username taken that it has just sent', async () => {
  let isTaken = false;
  const signUp = Promise.withResolvers<Response>();
  const availability = Promise.withResolvers<Response>();
  const calls = serve({
    [AVAILABLE]: () => availability.promise,
    [SIGN_UP]: () => {
      isTaken = true;
      return signUp.promise;
    },
  });
  renderAt('/auth/sign-up', <SignUpPage />);
  await fillIn();
  await expect.poll(() => calls.some(({ url }) => url.endsWith(AVAILABLE))).toBe(true);
  await submit();
  await expect.poll(() => isTaken).toBe(true);
  availability.resolve(ok(false));
  signUp.resolve(refuse(500, 'service.failed'));
  await screen.findByText(/went wrong on our side/);
  expect(screen.queryByText("This username isn't available")).toBeNull();
});

describe('a username', () => {
  it('is suggested by the address, unless one is typed', async () => {
    const calls = serve({
      [AVAILABLE]: () => ok(true),
      [SUGGESTION]: () => ok({ username: 'n.h' }),
    });
    renderAt('/auth/sign-up', <SignUpPage />);
    const user = userEvent.setup({ delay: null });
    const username = screen.getByLabelText('Username');
    await user.type(screen.getByLabelText('Email'), 'n.h@example.com');
    await user.tab();
    await expect.poll(() => username).toHaveValue('n.h');
    await user.clear(username);
    await user.type(username, 'mine');
    await user.click(screen.getByLabelText('Email'));
    await user.tab();
    expect(username).toHaveValue('mine');
    expect(calls.filter(({ url }) => url.endsWith(SUGGESTION))).toHaveLength(1);
  });
});

describe('signing up', () => {
  it('sends what was filled in with the language shown, and starts the session', async () => {
    const calls = serve({
      '/api/v1/pages/terms-conditions': () => ok({ number: 4 }),
      [AVAILABLE]: () => ok(true),
      [SIGN_UP]: () =>
        ok({ access_token: aToken(600), user: aUser({ verified_at: null }), resend_in: 60 }),
    });
    renderAt('/auth/sign-up', <SignUpPage />);
    await fillIn();
    await submit();
    await expect.poll(() => getSession().user?.verified_at).toBeNull();
    expect(readResendTime()).toBeGreaterThan(0);
    const call = calls.find(({ url }) => url.endsWith(SIGN_UP));
    expect(await call?.json()).toEqual({
      profile_type: 'candidate',
      username: 'noura.h',
      email: 'noura@example.com',
      phone: '+966501234567',
      password: 'Forklift-77-yard',
      name_en: 'Noura Al-Harbi',
      name_ar: 'نورة الحربي',
      locale: 'en',
      accept_terms: true,
      terms_version: 4,
    });
  });

  it('that succeeded although its answer was a 503 is completed', async () => {
    const answers = [
      () => refuse(503, 'service.unavailable'),
      () => refuse(409, 'request.already_done'),
    ];
    const calls = serve({
      [AVAILABLE]: () => ok(true),
      [SIGN_UP]: () => answers.shift()?.() ?? refuse(500, 'service.failed'),
      '/api/v1/auth/login': () =>
        ok({ access_token: aToken(900), user: aUser({ verified_at: null }) }),
    });
    renderAt('/auth/sign-up', <SignUpPage />);
    await fillIn();
    await submit();
    await expect.poll(() => getSession().user?.verified_at).toBeNull();
    const keys = calls
      .filter(({ url }) => url.endsWith(SIGN_UP))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    const login = calls.find(({ url }) => url.endsWith('/auth/login'));
    expect(await login?.json()).toEqual({ username: 'noura.h', password: 'Forklift-77-yard' });
  });

  it('as an organization asks for its names', async () => {
    serve({ [AVAILABLE]: () => ok(true) });
    renderAt('/auth/sign-up', <SignUpPage />);
    expect(screen.queryByLabelText('Organization name in English')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /Organization/ }));
    await fillIn();
    await submit();
    await expect
      .poll(() => screen.getByLabelText('Organization name in English'))
      .toHaveAccessibleDescription('Fill in this field.');
  });

  it('says what is wrong before anything is sent', async () => {
    const calls = serve({});
    renderAt('/auth/sign-up', <SignUpPage />);
    await fillIn({ 'Full name in Arabic': 'Noura', Email: 'noura@', Password: 'short' });
    await userEvent.click(screen.getByRole('checkbox'));
    await submit();
    await expect
      .poll(() => screen.getByLabelText('Full name in Arabic'))
      .toHaveAccessibleDescription('Enter the name in Arabic letters.');
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(screen.getByText('Accept the terms and conditions.')).toBeVisible();
    expect(calls.some((call) => call.url.endsWith(SIGN_UP))).toBe(false);
  });

  it('shows what the server refuses at its field', async () => {
    serve({
      [AVAILABLE]: () => ok(true),
      [SIGN_UP]: () =>
        refuse(422, 'request.invalid', {
          fields: [
            ['username', 'username.taken'],
            ['password', 'password.too_common'],
          ],
        }),
    });
    renderAt('/auth/sign-up', <SignUpPage />);
    await fillIn();
    await submit();
    await expect
      .poll(() => screen.getByLabelText('Username'))
      .toHaveAccessibleDescription(/This username is taken. Choose another one/);
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Many people use/);
  });
});

describe('what is to be paid', () => {
  const SITE = '/api/v1/web';
  const registration_fees = {
    candidate_minor: 11_500,
    staff_minor: 0,
    organization_minor: 57_500,
    currency: 'SAR',
    effective_on: '2026-01-01',
  };

  const payment = {
    vat_rates: [
      { percent: 15, valid_from: '2020-07-01' },
      { percent: 20, valid_from: '2999-01-01' },
    ],
    vat_included: true,
  };
  const seller = { vat_registered: true };

  it('is named with the batch that leads here, and for each kind of account', async () => {
    serve({
      [SITE]: () => ok({ settings: { registration_fees, payment, seller } }),
      '/api/v1/batches/b': () => ok({ price_minor: 145_000, currency: 'SAR' }),
      '/api/v1/payment-methods': () => ok(['card', 'mada', 'apple_pay']),
    });
    const back = encodeURIComponent('/trainings/t/batch/b/enroll');
    renderAt(`/auth/sign-up?redirect=${back}`, <SignUpPage />);
    expect(await screen.findByText('SAR 1,565')).toBeVisible();
    for (const part of ['SAR 1,450', 'SAR 115']) expect(screen.getByText(part)).toBeVisible();
    const terms = 'Includes 15% VAT. You pay by card, mada or Apple Pay.';
    expect(await screen.findByText(terms)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: /Organization/ }));
    expect(await screen.findByText('SAR 575')).toBeVisible();
    expect(screen.queryByText('SAR 1,565')).toBeNull();
  });
});
