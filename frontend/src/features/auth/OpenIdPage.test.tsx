import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Failures } from '@/components/feedback/Failures';
import { getSession } from '@/lib/session';
import { aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import OpenIdPage from './OpenIdPage';
import { keepPendingLink, keepWayBack, takePendingLink } from './pendingLink';

const LOGIN = '/api/v1/auth/openid/login';
const LINK = '/api/v1/auth/openid/link';
const BACK = '/auth/openid?code=c-1&state=s-1';
const grant = () => ok({ access_token: aToken(600), user: aUser({ username: 'connected' }) });

describe('coming back from the provider', () => {
  it('signs in, takes the code out of the address and keeps the way back', async () => {
    keepWayBack('/trainings#top');
    const calls = serve({ [LOGIN]: grant });
    const { router } = renderAt(BACK, <OpenIdPage />);
    await expect.poll(() => getSession().user?.username).toBe('connected');
    expect(await calls[0]?.json()).toEqual({ code: 'c-1', state: 's-1' });
    expect(router.state.location.search).toBe('?redirect=%2Ftrainings%23top');
  });

  it('leads to the own sign-in where the accounts are not connected yet', async () => {
    serve({ [LOGIN]: () => ok({ openid: { token: 'link-1', expires_in: 900 } }) });
    const { router } = renderAt(BACK, <OpenIdPage />);
    await expect.poll(() => router.state.location.pathname).toBe('/auth/sign-in');
    expect(getSession().user).toBeNull();
    expect(takePendingLink()).toBe('link-1');
  });

  it('connects what waited once somebody has signed in', async () => {
    keepPendingLink('link-1');
    const calls = serve({ [LOGIN]: grant, [LINK]: () => new Response(null, { status: 204 }) });
    renderAt(BACK, <OpenIdPage />);
    await expect.poll(() => calls.length).toBe(2);
    expect(await calls[1]?.json()).toEqual({ token: 'link-1' });
    expect(takePendingLink()).toBeNull();
  });

  it('keeps a failure to connect on the page, with the way to repeat it', async () => {
    keepPendingLink('link-1');
    let isAway = true;
    const answer = () =>
      isAway ? refuse(503, 'service.unavailable') : new Response(null, { status: 204 });
    serve({ [LOGIN]: grant, [LINK]: answer });
    renderAt(
      BACK,
      <>
        <Failures />
        <OpenIdPage />
      </>,
    );
    expect(await screen.findByText("Couldn't connect your external account")).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => screen.queryByText(/Couldn't connect/)).toBeNull();
  });

  it('asks for the code of a second factor', async () => {
    serve({ [LOGIN]: () => ok({ second_factor: { challenge: 'c', expires_in: 300 } }) });
    renderAt(BACK, <OpenIdPage />);
    expect(await screen.findByLabelText('Code')).toBeInTheDocument();
  });

  it.each([
    [BACK, /couldn't confirm your account/],
    ['/auth/openid?error=access_denied&state=s-1', /wasn't completed/],
  ])('says what was refused: %s', async (address, text) => {
    serve({ [LOGIN]: () => refuse(409, 'connected_account.unconfirmed') });
    renderAt(address, <OpenIdPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});
