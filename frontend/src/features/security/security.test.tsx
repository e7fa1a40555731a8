import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SecondFactorRead } from '@/api/identity';
import { getSession, startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import SecurityPage from './SecurityPage';
import SignInPolicyPage from './SignInPolicyPage';

const PATH = '/api/v1/auth/second-factor';
const OFF: SecondFactorRead = { since: null, recovery_codes: 0, enforced: false };
const ON: SecondFactorRead = { since: '2026-11-01T09:00:00Z', recovery_codes: 2, enforced: false };
const CODES = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkmn-pq${n}2`);

function signIn(due = false) {
  const user = aUser({ profiles: [aProfile('admin')], second_factor_due: due });
  startSession({ access_token: aToken(600), user });
}

async function giveThePassword() {
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Password'), 'correct-horse-7');
  await userEvent.click(within(dialog).getByRole('button', { name: /Continue|Create new/ }));
}

describe('two-step sign-in', () => {
  it('is set up with a password, a code of the app, and codes that are shown once', async () => {
    signIn(true);
    let state = OFF;
    const calls = serve({
      [PATH]: (request) =>
        request.method === 'POST'
          ? ok({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Itqan:sara' })
          : ok(state),
      [`${PATH}/confirm`]: () => {
        state = { ...ON, recovery_codes: 10 };
        const user = aUser({ profiles: [aProfile('admin')], username: 'set-up' });
        return ok({ access_token: aToken(600), user, recovery_codes: CODES });
      },
    });
    renderAt('/dashboard/account-settings/security?redirect=%2Fdashboard%23top', <SecurityPage />);
    expect(screen.getByText(/Admins must use two-step sign-in/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    await giveThePassword();
    expect(await screen.findByTitle('QR code for the authenticator app')).toBeInTheDocument();
    expect(screen.getByText(/^JBSWY3DP/)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Code shown in the app/), '١٢٣٤٥٦');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(screen.getByRole('button', { name: "I've saved my codes" }));
    await waitFor(() => expect(screen.queryByText(CODES[0] as string)).toBeNull());
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute(
      'href',
      '/dashboard#top',
    );
    expect(getSession().user?.username).toBe('set-up');
    const confirmed = calls.find(({ url }) => url.endsWith('/confirm'));
    expect(await confirmed?.json()).toEqual({ code: '123456' });
  });

  it('is turned off with the password and a code, whose refusal stands at its field', async () => {
    signIn();
    serve({
      [PATH]: () => ok(ON),
      [`${PATH}/turn-off`]: () =>
        refuse(422, 'second_factor.invalid', { fields: [['code', 'second_factor.invalid']] }),
    });
    renderAt('/dashboard/account-settings/security', <SecurityPage />);
    expect(await screen.findByText(/few recovery codes/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Password'), 'correct-horse-7');
    await userEvent.type(within(dialog).getByLabelText('Code'), '000000');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Code')).toHaveAccessibleDescription(
        /This code is incorrect/,
      ),
    );
  });

  it('cannot be turned off where it is required', async () => {
    signIn();
    serve({ [PATH]: () => ok({ ...ON, enforced: true }) });
    renderAt('/dashboard/account-settings/security', <SecurityPage />);
    expect(await screen.findByText('Required for admins.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  });
});

describe('the email address', () => {
  it('is changed with the password and a code that went to the new one', async () => {
    signIn();
    const calls = serve({
      '/api/v1/users/me/email': () => ok({ resend_in: 3600, expires_in: 600 }),
      '/api/v1/users/me/email/confirm': () =>
        ok({ access_token: aToken(600), user: aUser({ email: 'new@example.org' }) }),
    });
    renderAt('/dashboard/account-settings/security', <SecurityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/New email address/), 'new@example.org');
    await userEvent.type(dialog.getByLabelText('Password'), 'correct-horse-7');
    await userEvent.click(dialog.getByRole('button', { name: 'Send code' }));
    const code = within(await screen.findByRole('dialog', { name: 'Enter the code' }));
    expect(code.getByText('new@example.org')).toBeVisible();
    expect(code.getByRole('button', { name: /in \d+:\d\d/ })).toBeDisabled();
    await userEvent.type(code.getByLabelText('Code'), '123456');
    await waitFor(() => expect(getSession().user?.email).toBe('new@example.org'));
    const bodies = calls.filter(({ method }) => method === 'POST').map((call) => call.json());
    expect(await Promise.all(bodies)).toEqual([
      { email: 'new@example.org', password: 'correct-horse-7' },
      { code: '123456' },
    ]);
  });
});

describe('sessions and passkeys', () => {
  it('lists the browsers, of which all but this one can be signed out', async () => {
    signIn();
    const when = { created_at: '2026-11-20T08:00:00Z', used_at: '2026-11-21T08:00:00Z' };
    const here = { id: 's1', user_agent: 'Firefox/145.0 Linux', is_current: true, ...when };
    const phone = { id: 's2', user_agent: 'iPhone Safari/604.1', is_current: false, ...when };
    const tablet = { id: 's3', user_agent: 'iPad Safari/604.1', is_current: false, ...when };
    let left = [here, phone, tablet];
    const leave = (...sessions: typeof left) => {
      left = sessions;
      return new Response(null, { status: 204 });
    };
    const calls = serve({
      [PATH]: () => ok(OFF),
      '/api/v1/auth/sessions': ({ method }) => (method === 'DELETE' ? leave(here) : ok(left)),
      '/api/v1/auth/sessions/s2': () => leave(here, tablet),
    });
    renderAt('/dashboard/account-settings/security', <SecurityPage />);
    expect(await screen.findByText('This browser')).toBeVisible();
    const ends = () => screen.getAllByRole('button', { name: /^Sign out: / });
    expect(ends()).toHaveLength(2);
    await userEvent.click(ends()[0] as HTMLElement);
    await waitFor(() => expect(ends()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out of other browsers' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Sign out of other browsers' }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull());
    const deleted = calls.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/auth/sessions/s2',
      '/api/v1/auth/sessions',
    ]);
  });

  it('renames a passkey', async () => {
    signIn();
    const mine = {
      id: 'k1',
      name: 'Phone',
      created_at: '2026-11-20T08:00:00Z',
      last_used_at: null,
    };
    const calls = serve({
      [PATH]: () => ok(OFF),
      '/api/v1/auth/passkeys': () => ok([mine]),
      '/api/v1/auth/passkeys/k1': () => ok({ ...mine, name: 'Old phone' }),
    });
    renderAt('/dashboard/account-settings/security', <SecurityPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Phone' }));
    const name = within(await screen.findByRole('dialog')).getByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Old phone');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const put = calls.find(({ method }) => method === 'PUT');
    expect(await put?.json()).toEqual({ name: 'Old phone' });
  });
});

describe('the policy', () => {
  it('is changed by a checkbox', async () => {
    signIn();
    const calls = serve({ '/api/v1/auth/policy': () => ok({ admins_need_second_factor: false }) });
    renderAt('/dashboard/application-settings/sign-in', <SignInPolicyPage />);
    await userEvent.click(await screen.findByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    const put = calls.find(({ method }) => method === 'PUT');
    expect(await put?.json()).toEqual({ admins_need_second_factor: true });
  });
});
