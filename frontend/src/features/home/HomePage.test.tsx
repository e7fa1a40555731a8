import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import HomePage from './HomePage';

const MINE = '/api/v1/enrollments/mine';

async function open(paid: boolean) {
  const { user } = aSession('candidate', { profile: { paid } });
  if (!user) throw new Error('a session has a user');
  startSession({ access_token: aToken(600), user });
  const calls = serve({ [MINE]: () => ok({ data: [], meta: {} }) });
  // Preloaded, so that its call would have been made when the catalogue renders.
  await import('./OwnNext');
  renderAt('/', <HomePage />);
  await screen.findByRole('heading', { name: 'Starting soon' }, { timeout: 45_000 });
  return () => calls.filter(({ url }) => new URL(url).pathname === MINE).length;
}

it('asks for the enrollments of a candidate who may see them', async () => {
  const count = await open(true);
  await waitFor(() => expect(count()).toBe(1), { timeout: 45_000 });
});

it('does not ask for the enrollments of a candidate who has yet to pay', async () => {
  const count = await open(false);
  expect(count()).toBe(0);
});
