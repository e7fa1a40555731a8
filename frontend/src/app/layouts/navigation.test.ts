import { describe, expect, it } from 'vitest';
import { decide } from '@/lib/access';
import { access } from '@/routes/access';
import { paths } from '@/routes/paths';
import { aSession } from '@/test/factories';
import { dashboardMenu } from './dashboardMenu';
import { publicLinks } from './publicLinks';
import { currentRoute } from './SideNav';

const levelRoutes = (...session: Parameters<typeof aSession>) =>
  dashboardMenu(aSession(...session)).flatMap(({ entries }) =>
    entries.flatMap(({ routes }) => routes),
  );

describe('the navigation of the dashboard', () => {
  it('shows an organization its own areas and none of the administration', () => {
    const routes = levelRoutes('organization');
    expect(routes).toEqual(expect.arrayContaining(['enrollmentRequests', 'payments']));
    expect(routes).not.toContain('numberCases');
  });

  it('shows an admin what the permissions open', () => {
    expect(levelRoutes('admin', { permissions: ['view-payments'] })).toContain('payments');
    expect(levelRoutes('admin', { permissions: ['view-users'] })).not.toContain('payments');
  });

  it('shows a super-admin all areas but those of organizations only', () => {
    const routes = levelRoutes('admin', { roles: ['super-admin'] });
    expect(routes).toEqual(expect.arrayContaining(['enrollments', 'numberCases']));
    expect(routes).not.toContain('enrollmentRequests');
  });

  it('shows an organization that waits for approval only what it may open', () => {
    const routes = levelRoutes('organization', { profile: { approval: { status: 'submitted' } } });
    expect(routes).toContain('accountProfile');
    expect(routes).not.toContain('enrollments');
  });

  it.each([
    ['organization', {}],
    ['organization', { profile: { approval: { status: 'submitted' } } }],
    ['organization', { profile: { paid: false } }],
    ['staff', {}],
    ['trainer', {}],
    ['candidate', {}],
    ['admin', { permissions: ['view-payments'] }],
    ['admin', { roles: ['super-admin'] }],
  ] as Parameters<typeof aSession>[])('leads %s with %j to pages that open', (...given) => {
    const session = aSession(...given);
    for (const name of [...levelRoutes(...given), ...publicLinks(session)]) {
      const url = new URL(paths[name], window.location.origin);
      expect(decide(access[name], session, url), name).toEqual({ pass: true });
    }
  });

  it('leaves out groups with nothing in them', () => {
    expect(dashboardMenu(aSession('trainer')).every(({ entries }) => entries.length > 0)).toBe(
      true,
    );
  });

  it.each([
    ['/dashboard', 'dashboard'],
    ['/dashboard/enrollments', 'enrollments'],
    ['/dashboard/enrollments/requests/0198', 'enrollmentRequests'],
    ['/dashboard/announcement', undefined],
  ])('marks at %s the page %s', (pathname, expected) => {
    expect(currentRoute(dashboardMenu(aSession('organization')), pathname)).toBe(expected);
  });
});

it('the public header leads visitors to what is built', () => {
  expect(publicLinks({ user: null, profile: null })).toEqual([
    'trainings',
    'batches',
    'announcements',
    'services',
    'about',
    'verifyCertificate',
  ]);
});
