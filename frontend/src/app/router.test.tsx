import { render, screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { startSession } from '@/lib/session';
import { access, isForUsers } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import type { Layout } from '@/routes/types';
import { aProfile, aToken, aUser } from '@/test/factories';
import { Providers } from './Providers';
import { appRoutes } from './router';
import { screens } from './screens';
import { visitorScreens } from './visitorScreens';

// Layouts and screens are lazy, which takes long on a busy machine.
const PATIENCE = { timeout: 45_000 };

const routes = appRoutes();
const names = Object.keys(paths) as RouteName[];

const example = (path: string) => path.replace(/:\w+/g, '0198c2f0-0000-7000-8000-000000000001');

// The layouts around a page, outermost first.
const layoutsOf: Record<Layout, string[]> = {
  default: ['public'],
  training: ['public'],
  announcement: ['public'],
  candidate: ['public', 'candidate'],
  'enroll-candidate': ['public', 'enroll'],
  dashboard: ['dashboard'],
  settings: ['dashboard', 'settings'],
  empty: ['empty'],
};

describe('the routes', () => {
  it.each(names)('%s resolves to its own page in its own layout', (name) => {
    const matches = matchRoutes(routes, example(paths[name]));
    expect(matches?.at(-1)?.route.id).toBe(name);
    expect(matches?.slice(2, -1).map(({ route }) => route.id)).toEqual(
      layoutsOf[access[name].layout].map((layout) => `${layout}-layout`),
    );
  });

  it('have an address of their own each', () => {
    expect(new Set(Object.values(paths)).size).toBe(names.length);
  });

  it('have a screen each, found where their audience looks for it', () => {
    const forUsers = (name: RouteName) => isForUsers(access[name]);
    expect(Object.keys(screens).sort()).toEqual(names.filter(forUsers).sort());
    expect(Object.keys(visitorScreens).sort()).toEqual(
      names.filter((name) => !forUsers(name)).sort(),
    );
  });

  it('have a name in the messages each', async () => {
    const { readMessages } = await import('../../scripts/messages');
    for (const locale of ['en', 'ar']) {
      expect(Object.keys(readMessages(locale).routes ?? {})).toEqual(expect.arrayContaining(names));
    }
  });
});

function open(path: string) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: [], meta: { page: 1, page_size: 20, total: 0 } }),
  );
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}

describe('opening a page', () => {
  it('of nobody’s shows its path as not found', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    open('/no/such/page');
    expect(await screen.findByText('Page not found: /no/such/page', {}, PATIENCE)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found');
  });

  it('as a guest leads to sign-in with the way back', async () => {
    const router = open('/dashboard/staff?search=a%20b&page=2#row-3');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/auth/sign-in'), PATIENCE);
    expect(router.state.location.search).toBe(
      '?redirect=%2Fdashboard%2Fstaff%3Fsearch%3Da%2520b%26page%3D2%23row-3',
    );
    startSession({
      access_token: aToken(600),
      user: aUser({ profiles: [aProfile('organization')] }),
    });
    await router.revalidate();
    await vi.waitFor(
      () => expect(router.state.location.pathname).toBe('/dashboard/staff'),
      PATIENCE,
    );
    expect(router.state.location).toMatchObject({ search: '?search=a%20b&page=2', hash: '#row-3' });
  });

  it.each([
    ['/dashboard', 'this page'],
    ['/announcements', 'Announcements'],
  ])('that a candidate may not see shows the refusal: %s', async (path, what) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
    open(path);
    expect(
      await screen.findByText(`You are not authorized to access ${what}.`, {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go Profile' })).toHaveAttribute(
      'href',
      '/candidate/profile',
    );
  });

  it('that an admin may not see shows the refusal inside the dashboard', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    startSession({
      access_token: aToken(600),
      user: aUser({
        profiles: [aProfile('admin', { permissions: [{ slug: 'view-payments' }] })],
      }),
    });
    open('/dashboard/enrollments');
    expect(
      await screen.findByText('You are not authorized to access this page.', {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getByText('An admin can give you access.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Payments' })).not.toHaveLength(0);
    expect(screen.queryByRole('link', { name: /Browse Trainings/ })).toBeNull();
  });

  it('of the dashboard’s that does not exist says so inside it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    startSession({
      access_token: aToken(600),
      user: aUser({ profiles: [aProfile('organization')] }),
    });
    open('/dashboard/no/such/page');
    expect(
      await screen.findByText('Page not found: /dashboard/no/such/page', {}, PATIENCE),
    ).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Payments' })).not.toHaveLength(0);
  });

  it('whose code cannot be loaded says so calmly, in the language of the page', async () => {
    startSession({
      access_token: aToken(600),
      user: aUser({ profiles: [aProfile('organization')] }),
    });
    const load = screens.payments;
    screens.payments = () => Promise.reject(new TypeError('Failed to fetch a module'));
    try {
      open('/dashboard/payments');
      expect(await screen.findByText(/opens automatically when/, {}, PATIENCE)).toBeVisible();
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('No connection');
      expect(screen.queryByText(/500|Failed to fetch/)).toBeNull();
      expect(screen.getAllByRole('link', { name: 'Payments' })).not.toHaveLength(0);
    } finally {
      screens.payments = load;
    }
  });
});
