import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it, vi } from 'vitest';
import type { Challenge, LoginRequest } from '@/api/identity';
import { getSession } from '@/lib/session';
import { getTimeAfter } from '@/lib/useCountdown';
import { aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { keepResendTime, readResendTime } from './resendTime';
import SignInPage from './SignInPage';
import { solveChallenge } from './solveChallenge';

const LOGIN = '/api/v1/auth/login';
const CHALLENGE = '/api/v1/auth/challenge';

async function signIn() {
  await userEvent.type(screen.getByLabelText('Username, email, ID or mobile number'), 'sara');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong-or-not-1');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  it('starts the session', async () => {
    const calls = serve({ [LOGIN]: () => ok({ access_token: aToken(600), user: aUser() }) });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    await expect.poll(() => getSession().user?.username).toBe('sara');
    const login = calls.find(({ url }) => url.endsWith(LOGIN));
    expect(await login?.json()).toEqual({ username: 'sara', password: 'wrong-or-not-1' });
  });

  it('keeps how long an unverified user waits for another code', async () => {
    keepResendTime({ resend_in: 3600 });
    serve({
      [LOGIN]: () => ok({ access_token: aToken(600), user: aUser(), resend_in: 42 }),
    });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    await expect.poll(readResendTime).toBeLessThan(getTimeAfter(1800));
    expect(readResendTime()).not.toBeNull();
  });

  it('forgets the wait of another user', async () => {
    keepResendTime({ resend_in: 3600 });
    serve({ [LOGIN]: () => ok({ access_token: aToken(600), user: aUser(), resend_in: null }) });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    await expect.poll(readResendTime).toBeNull();
  });

  it('does the work that is asked for by itself, and says what it waits for', async () => {
    // jsdom has no workers, so this one runs the same code.
    const work: (() => void)[] = [];
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: unknown }) => void;
        postMessage(challenge: Challenge) {
          work.push(async () =>
            this.onmessage?.({ data: { proof: await solveChallenge(challenge) } }),
          );
        }
        terminate() {}
      },
    );
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 7,
      deriveKey,
      hmacSignatureSecret: 'secret',
      hmacKeySignatureSecret: 'another',
    });
    const bodies: LoginRequest[] = [];
    const calls = serve({
      [LOGIN]: async (request) => {
        bodies.push(await request.json());
        return bodies.length === 1
          ? refuse(428, 'proof.required')
          : ok({ access_token: aToken(600), user: aUser() });
      },
      [CHALLENGE]: () => ok(challenge),
    });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    expect(await screen.findByText(/Checking your browser/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await expect.poll(() => work.length).toBe(1);
    work[0]?.();
    await expect.poll(() => bodies.length).toBe(2);
    const asked = calls.find(({ url }) => url.endsWith(CHALLENGE));
    expect(await asked?.json()).toEqual({ username: 'sara' });
    expect(bodies[1]).toMatchObject({ username: 'sara', password: 'wrong-or-not-1' });
    const { solution } = JSON.parse(atob(bodies[1]?.proof ?? ''));
    expect(solution.counter).toBe(7);
    await expect.poll(() => screen.queryByText(/Checking your browser/)).toBeNull();
  });

  it('gives up when no proof is good enough', async () => {
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: unknown }) => void;
        postMessage() {
          this.onmessage?.({ data: { proof: 'good or not' } });
        }
        terminate() {}
      },
    );
    serve({
      [LOGIN]: () => refuse(428, 'proof.required'),
      [CHALLENGE]: () => ok({ parameters: {}, signature: '' }),
    });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('asks for a code where the account has a second factor', async () => {
    const codes: string[] = [];
    const calls = serve({
      [LOGIN]: () => ok({ second_factor: { challenge: 'c-1', expires_in: 300 } }),
      [`${LOGIN}/second-factor`]: async (request) => {
        codes.push((await request.json()).code);
        return codes.length < 2
          ? refuse(422, 'second_factor.invalid', { fields: [['code', 'second_factor.invalid']] })
          : ok({ access_token: aToken(600), user: aUser({ username: 'two-steps' }) });
      },
    });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    const field = await screen.findByLabelText('Code');
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await userEvent.click(field);
    // A complete code is submitted automatically.
    await userEvent.paste('123 456');
    expect(await screen.findByText(/This code is incorrect/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await expect.poll(() => getSession().user?.username).toBe('two-steps');
    expect(codes).toEqual(['123456', 'abcd-efgh-jkmn-pqrs']);
    expect(await calls.at(-1)?.json()).toMatchObject({ challenge: 'c-1' });
  });

  it('says that the name or the password is wrong', async () => {
    serve({ [LOGIN]: () => refuse(401, 'sign_in.invalid_credentials') });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(/Incorrect/);
  });

  it('tells how long an account is locked', async () => {
    serve({ [LOGIN]: () => refuse(429, 'sign_in.locked', { retryAfter: 90 }) });
    renderAt('/auth/sign-in', <SignInPage />);
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(/Try again in 1:(30|[012]\d)/);
  });

  it('keeps the way back on its links', () => {
    renderAt('/auth/sign-in?redirect=%2Ftrainings%3Fpage%3D2', <SignInPage />);
    const query = '?redirect=%2Ftrainings%3Fpage%3D2';
    expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute(
      'href',
      `/auth/sign-up${query}`,
    );
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
      'href',
      `/auth/forgot-password${query}`,
    );
  });
});
