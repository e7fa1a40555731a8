import { render, screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { decide } from '@/lib/access';
import { getSession, startSession } from '@/lib/session';
import { access } from '@/routes/access';
import type { RouteName } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { Providers } from './Providers';
import { appRoutes } from './router';

// Layouts and screens are lazy, which takes long on a busy machine.
const PATIENCE = { timeout: 45_000 };
const routes = appRoutes();

/** The target of a link: a page that can be opened, or the reason why not. */
function behind(href: string): string {
  const url = new URL(href, window.location.origin);
  const name = matchRoutes(routes, url.pathname)?.at(-1)?.route.id as RouteName | undefined;
  if (!name) return `${href}: no page`;
  return 'pass' in decide(access[name], getSession(), url) ? 'opens' : `${href}: refused`;
}

const waiting = aSession('organization', { profile: { approval: { status: 'submitted' } } });
const unpaid = aSession('organization', { profile: { paid: false } });

it.each([
  ['a visitor', '/', null],
  ['a visitor', '/auth/sign-up', null],
  ['an organization that waits for approval', '/dashboard/account-settings/profile', waiting],
  ['an organization that has yet to pay', '/dashboard/account-settings/change-password', unpaid],
  ['a trainer', '/dashboard', aSession('trainer')],
  ['an admin', '/dashboard', aSession('admin', { roles: ['super-admin'] })],
] as const)(
  'every link that %s sees at %s leads to a page that opens',
  async (_, path, session) => {
    if (session?.user) startSession({ access_token: aToken(600), user: session.user });
    vi.stubGlobal('fetch', async () =>
      Response.json({ data: [], meta: { page: 1, page_size: 20, total: 0 } }),
    );
    const router = createMemoryRouter(routes, { initialEntries: [path] });
    render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    );
    await screen.findByRole('heading', { level: 1 }, PATIENCE);
    expect(router.state.location.pathname).toBe(path);
    const hrefs = [...document.querySelectorAll('a[href^="/"]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(hrefs.length).toBeGreaterThan(0);
    expect(hrefs.map(behind).filter((found) => found !== 'opens')).toEqual([]);
  },
);
