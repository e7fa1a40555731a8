import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { keepResendTime } from './resendTime';
import VerificationPage from './VerificationPage';

const show = () => renderAt('/auth/verification', <VerificationPage />);

describe('the clock at the resend button', () => {
  it('runs from the start with what sign-up or sign-in said', async () => {
    keepResendTime({ resend_in: 3600 });
    show();
    expect(await screen.findByRole('button', { name: /in \d+:\d\d/ })).toBeDisabled();
  });

  it('goes on after a reload with what the last code said', async () => {
    keepResendTime({ resend_in: 0 });
    serve({ '/api/v1/auth/resend-otp': () => ok({ resend_in: 3600, expires_in: 600 }) });
    const { unmount } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    await screen.findByRole('button', { name: /in \d+:\d\d/ });
    unmount();
    show();
    expect(await screen.findByRole('button', { name: /in \d+:\d\d/ })).toBeDisabled();
  });
});

describe('a wrong address', () => {
  it('is replaced before it is verified, also after a reload of the page', async () => {
    const calls = serve({
      '/api/v1/users/me/email': () => ok({ resend_in: 3600, expires_in: 600 }),
      '/api/v1/users/me/email/confirm': () => refuse(409, 'email.taken'),
    });
    const { unmount } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Use another email' }));
    await userEvent.type(screen.getByLabelText(/Email/), 'right@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('right@example.org')).toBeVisible();
    unmount();
    show();
    expect(await screen.findByText('right@example.org')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    expect(await screen.findByText('Another account already uses this email.')).toBeVisible();
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/users/me/email',
      '/api/v1/users/me/email/confirm',
    ]);
  });
});
