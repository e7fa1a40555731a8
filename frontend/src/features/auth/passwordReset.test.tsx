import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import ForgotPasswordOtpPage from './ForgotPasswordOtpPage';
import ForgotPasswordPage from './ForgotPasswordPage';
import NewPasswordPage from './NewPasswordPage';
import { keepPasswordReset, readPasswordReset, toPasswordReset } from './passwordReset';

const SEND = '/api/v1/auth/send-reset-password-otp';
const VERIFY = '/api/v1/auth/verify-reset-password-otp';
const RESET = '/api/v1/auth/reset-password';

const sent = { resend_in: 60, expires_in: 600, digits: 6, request: 'asked' };
const email = 'sara@example.com';

describe('a password reset', () => {
  it('begins with the address, and goes on to the code', async () => {
    serve({ [SEND]: () => ok(sent) });
    const { router } = renderAt(
      '/auth/forgot-password?redirect=%2Ftrainings',
      <ForgotPasswordPage />,
    );
    await userEvent.type(screen.getByLabelText('Email'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await expect
      .poll(() => router.state.location.pathname + router.state.location.search)
      .toBe('/auth/forgot-password/verification?redirect=%2Ftrainings');
    expect(readPasswordReset()?.email).toBe(email);
  });

  it('goes on to the code too when one was sent here a moment ago', async () => {
    keepPasswordReset(toPasswordReset(email, sent));
    serve({ [SEND]: () => refuse(429, 'one_time_code.too_soon', { retryAfter: 30 }) });
    const { router } = renderAt('/auth/forgot-password', <ForgotPasswordPage />);
    await userEvent.type(screen.getByLabelText('Email'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await expect
      .poll(() => router.state.location.pathname)
      .toBe('/auth/forgot-password/verification');
  });

  it('says so when one was sent elsewhere a moment ago', async () => {
    serve({ [SEND]: () => refuse(429, 'one_time_code.too_soon', { retryAfter: 30 }) });
    renderAt('/auth/forgot-password', <ForgotPasswordPage />);
    await userEvent.type(screen.getByLabelText('Email'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/just sent a code/);
  });

  it('asks for as many digits as the code has, and hands in what was answered with it', async () => {
    keepPasswordReset(toPasswordReset(email, { ...sent, resend_in: 0 }));
    const calls = serve({
      [SEND]: () => ok({ ...sent, digits: 12, request: 'asked again' }),
      [VERIFY]: () => ok({ reset_token: 'secret' }),
    });
    renderAt('/auth/forgot-password/verification', <ForgotPasswordOtpPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    await screen.findByRole('button', { name: /in \d+:\d\d/ });
    await userEvent.type(screen.getByLabelText('Code'), '123456789012');
    await expect.poll(() => readPasswordReset()?.resetToken).toBe('secret');
    expect(await calls[1]?.json()).toEqual({ request: 'asked again', code: '123456789012' });
  });

  it('keeps the token out of the address', async () => {
    keepPasswordReset(toPasswordReset(email, sent));
    serve({ [VERIFY]: () => ok({ reset_token: 'secret' }) });
    const { router } = renderAt('/auth/forgot-password/verification', <ForgotPasswordOtpPage />);
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await expect
      .poll(() => router.state.location)
      .toMatchObject({ pathname: '/auth/forgot-password/new-password', search: '', state: null });
    expect(readPasswordReset()?.resetToken).toBe('secret');
  });

  it('ends at sign-in, and is forgotten', async () => {
    keepPasswordReset({ ...toPasswordReset(email, sent), resetToken: 'secret' });
    const calls = serve({ [RESET]: () => new Response(null, { status: 204 }) });
    const { router } = renderAt('/auth/forgot-password/new-password', <NewPasswordPage />);
    await userEvent.type(screen.getByLabelText('New password'), 'Forklift-77-yard');
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
    await expect.poll(() => router.state.location.pathname).toBe('/auth/sign-in');
    expect(router.state.location.state).toEqual({ username: email });
    const sentReset = calls.find((call) => call.url.endsWith(RESET));
    expect(await sentReset?.json()).toEqual({
      reset_token: 'secret',
      password: 'Forklift-77-yard',
    });
    expect(readPasswordReset()).toBeNull();
  });

  it('that took too long has to begin again', async () => {
    keepPasswordReset({ ...toPasswordReset(email, sent), resetToken: 'old' });
    serve({ [RESET]: () => refuse(409, 'password_reset.expired') });
    renderAt('/auth/forgot-password/new-password', <NewPasswordPage />);
    await userEvent.type(screen.getByLabelText('New password'), 'Forklift-77-yard');
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
    expect(await screen.findByRole('link', { name: 'Start over' })).toHaveAttribute(
      'href',
      '/auth/forgot-password',
    );
  });

  it.each([
    ['the code', <ForgotPasswordOtpPage key="1" />],
    ['the new password', <NewPasswordPage key="2" />],
  ])('cannot be entered at %s', async (_, page) => {
    const { router } = renderAt('/auth/somewhere', page);
    await expect.poll(() => router.state.location.pathname).toBe('/auth/forgot-password');
  });
});
