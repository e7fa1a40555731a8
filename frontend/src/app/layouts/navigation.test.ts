import { describe, expect, it } from 'vitest';
import { aSession } from '@/test/factories';
import { dashboardMenu } from './dashboardMenu';
import { publicLinks } from './publicLinks';
import { currentEntry } from './SideNav';

const routesOf = (...session: Parameters<typeof aSession>) =>
  dashboardMenu(aSession(...session)).flatMap(({ entries }) => entries.map(({ route }) => route));

describe('the navigation of the dashboard', () => {
  it('shows an organization its own areas and none of the administration', () => {
    const routes = routesOf('organization');
    expect(routes).toEqual(
      expect.arrayContaining(['staff', 'enrollmentRequests', 'manageTrainings']),
    );
    expect(routes).not.toEqual(expect.arrayContaining(['users']));
    expect(routes).not.toContain('settings');
  });

  it('shows an admin what the permissions open', () => {
    expect(routesOf('admin', { permissions: ['view-users'] })).toContain('users');
    expect(routesOf('admin', { permissions: ['view-users'] })).not.toContain('roles');
  });

  it('shows a super-admin all areas but those of organizations only', () => {
    const routes = routesOf('admin', { roles: ['super-admin'] });
    expect(routes).toEqual(
      expect.arrayContaining(['settings', 'approvalLevels', 'roles', 'queries']),
    );
    expect(routes).not.toContain('staff');
  });

  it('leaves out groups with nothing in them', () => {
    expect(dashboardMenu(aSession('trainer')).every(({ entries }) => entries.length > 0)).toBe(
      true,
    );
  });

  it.each([
    ['/dashboard', 'dashboard'],
    ['/dashboard/trainings', 'manageTrainings'],
    ['/dashboard/trainings/0198/view', 'manageTrainings'],
    ['/dashboard/trainings/batches/0198/candidates', 'manageBatches'],
    ['/dashboard/enrollments/requests/0198', 'enrollmentRequests'],
    ['/dashboard/announcement', undefined],
  ])('marks at %s the entry %s', (pathname, expected) => {
    expect(currentEntry(dashboardMenu(aSession('organization')), pathname)).toBe(expected);
  });
});

it('the public header hides announcements from candidates only', () => {
  expect(publicLinks(aSession('candidate'))).not.toContain('announcements');
  expect(publicLinks(aSession('organization'))).toContain('announcements');
  expect(publicLinks({ user: null, profile: null })).toContain('announcements');
});
