import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { decide, profilesByPermission, withDependencies } from '@/lib/access';
import { queryClient } from '@/lib/queryClient';
import { startSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { type AccessRule, calls } from '@/test/openapi';
import { Providers } from './Providers';
import { appRoutes } from './router';

const routes = appRoutes();
const ID = '00000000-0000-4000-8000-000000000001';
const QUIET_MS = 300;

const addressOf = (name: RouteName) => paths[name].replaceAll(/:\w+/g, ID);
const opens = (name: RouteName, permissions: string[]) => {
  const url = new URL(addressOf(name), window.location.origin);
  return 'pass' in decide(access[name], aSession('admin', { permissions }), url);
};

/** The services' access rule for an admin. */
const admits = ({ profiles = [], permissions = [] }: AccessRule, held: string[]) =>
  (profiles.length === 0 || profiles.includes('admin')) &&
  (permissions.length === 0 || permissions.some((slug) => held.includes(slug)));

/**
 * Responds to every call like the services to an admin with these permissions; returns refused
 * calls.
 */
function serveAdmin(held: string[]) {
  const seen = { refused: new Set<string>(), last: Date.now() };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    seen.last = Date.now();
    const request = new Request(
      input instanceof Request ? input : new URL(String(input), window.location.origin),
      init,
    );
    const { pathname } = new URL(request.url);
    const call = calls.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    );
    if (!call) return Response.json({}, { status: 404 });
    if (call.rule && !admits(call.rule, held)) {
      seen.refused.add(`${call.method} ${call.path}`);
      return Response.json({ status: 403, code: 'permission.required' }, { status: 403 });
    }
    return Response.json(call.answer());
  });
  return seen;
}

/** Each admin page with the fewest permissions that open it. */
const cases = (Object.keys(access) as RouteName[]).flatMap((name) => {
  const { permissions = [], needs = [], profiles } = access[name];
  if (!profiles?.includes('admin')) return [];
  const alone = permissions.length > 0 ? permissions.map((slug) => [slug]) : [[]];
  const whole = permissions.map((slug) => [...withDependencies(slug), ...needs]);
  const smallest = [...alone, ...whole].filter((held) => opens(name, held));
  return [...new Set(smallest.map((held) => held.sort().join(' ')))].map((held) => [name, held]);
}) as [RouteName, string][];

it('every page of admins is opened by a permission with what it depends on', () => {
  const opened = new Set(cases.map(([name]) => name));
  const closed = (Object.keys(access) as RouteName[]).filter((name) =>
    access[name].profiles?.includes('admin'),
  );
  expect(closed.filter((name) => !opened.has(name))).toEqual([]);
});

it('permissions without effect for admins say which profiles they apply to', () => {
  const rules = calls.flatMap(({ rule }) => rule ?? []);
  const all = new Set(rules.flatMap(({ permissions = [] }) => permissions));
  const without = [...all].filter((slug) =>
    rules.every(({ permissions = [], profiles }) => {
      return !permissions.includes(slug) || profiles?.includes('admin') === false;
    }),
  );
  expect(without.sort()).toEqual(Object.keys(profilesByPermission).sort());
});

it.each(cases)('%s makes no call that “%s” is refused', async (name, permissions) => {
  const held = permissions.split(' ').filter(Boolean);
  const { user } = aSession('admin', { permissions: held });
  if (user) startSession({ access_token: aToken(600), user });
  queryClient.clear();
  const seen = serveAdmin(held);
  const router = createMemoryRouter(routes, { initialEntries: [addressOf(name)] });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1 });
  await expect.poll(() => Date.now() - seen.last > QUIET_MS).toBe(true);
  expect([...seen.refused]).toEqual([]);
});
