import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { InvitationRead } from '@/api/identity';
import { getSession, startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import InvitationPage from './InvitationPage';

const READ = '/api/v1/auth/invitation';
const ACCEPT = '/api/v1/auth/invitation/accept';
const DECLINE = '/api/v1/auth/invitation/decline';
const PATH = '/auth/invitation#sEcret';

const invitation: InvitationRead = {
  user_id: 'u7',
  profile_type: 'staff',
  organization_name_en: 'Gulf Ports',
  organization_name_ar: 'موانئ الخليج',
  name_en: 'Reem Al Harbi',
  name_ar: 'ريم الحربي',
  username: 'reem',
  email: 'reem@example.org',
  phone: '+966501234567',
  chooses_password: true,
  expires_at: '2026-11-29T08:00:00Z',
};

const person = (id: string) => {
  const { user } = aSession('candidate');
  if (!user) throw new Error('a session has a user');
  return { ...user, id };
};
const grant = (id: string) => ({ access_token: aToken(600), user: person(id) });

describe('an invitation', () => {
  it('is accepted by a new person with a password, and its secret leaves the address', async () => {
    const calls = serve({ [READ]: () => ok(invitation), [ACCEPT]: () => ok(grant('u7')) });
    const { router } = renderAt(PATH, <InvitationPage />);
    expect(
      await screen.findByText('Gulf Ports invites you to join its staff.'),
    ).toBeInTheDocument();
    expect(router.state.location.hash).toBe('');
    await userEvent.type(screen.getByLabelText(/^Password/), 'a long enough 42');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Accept invitation' }));
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
    const sent = calls.find(({ url }) => url.endsWith('/accept'));
    expect(await sent?.json()).toEqual({
      token: 'sEcret',
      password: 'a long enough 42',
      accept_terms: true,
    });
    expect(getSession().user?.id).toBe('u7');
    expect(Object.values(sessionStorage).join()).not.toContain('sEcret');
  });

  it('that is accepted is not called used while the next page comes', async () => {
    let accepted = false;
    serve({
      [READ]: () => (accepted ? refuse(409, 'invitation.already_answered') : ok(invitation)),
      [ACCEPT]: () => {
        accepted = true;
        return ok(grant('u7'));
      },
    });
    const { router, client } = renderAt(PATH, <InvitationPage />);
    await userEvent.type(await screen.findByLabelText(/^Password/), 'a long enough 42');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Accept invitation' }));
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
    // Signing in as another user resets the queries.
    await client.resetQueries();
    expect(await screen.findByLabelText('Loading the invitation…')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that was accepted although the answer was lost ends in a sign-in', async () => {
    serve({
      [READ]: () => ok(invitation),
      [ACCEPT]: () => refuse(409, 'request.already_done'),
      '/api/v1/auth/login': () => ok(grant('u7')),
    });
    const { router } = renderAt(PATH, <InvitationPage />);
    await userEvent.type(await screen.findByLabelText(/^Password/), 'a long enough 42');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Accept invitation' }));
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
    expect(getSession().user?.id).toBe('u7');
  });

  it('asks whoever has an account to sign in, and comes back without the secret', async () => {
    serve({ [READ]: () => ok({ ...invitation, chooses_password: false }) });
    renderAt(PATH, <InvitationPage />);
    const link = await screen.findByRole('link', { name: 'Sign in to answer' });
    expect(link).toHaveAttribute('href', '/auth/sign-in?redirect=%2Fauth%2Finvitation');
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  });

  it('cannot be answered with another account', async () => {
    serve({ [READ]: () => ok(invitation) });
    startSession(grant('u8'));
    renderAt(PATH, <InvitationPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent(/for Reem Al Harbi/);
    expect(screen.queryByRole('button', { name: /Accept|Decline/ })).toBeNull();
  });

  it('is declined after the consequence was shown', async () => {
    const calls = serve({
      [READ]: () => ok({ ...invitation, chooses_password: false }),
      [DECLINE]: () => new Response(null, { status: 204 }),
    });
    startSession(grant('u7'));
    renderAt(PATH, <InvitationPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(screen.getByText(/won't be able to use the link/)).toBeInTheDocument();
    await userEvent.click(screen.getAllByRole('button', { name: 'Decline' }).at(-1) as Element);
    expect(await screen.findByText(/You declined/)).toBeInTheDocument();
    expect(calls.filter(({ url }) => url.endsWith('/decline'))).toHaveLength(1);
  });

  it('that is over says so', async () => {
    serve({ [READ]: () => refuse(409, 'invitation.expired') });
    renderAt(PATH, <InvitationPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent(/has expired/);
  });
});
