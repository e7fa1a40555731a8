import { describe, expect, it } from 'vitest';
import type { Session } from '@/lib/session';
import { access } from '@/routes/access';
import type { RouteName } from '@/routes/paths';
import type { RouteAccess } from '@/routes/types';
import { aProfile, aRole, aSession, aUser } from '@/test/factories';
import { decide, failedGate, isAllowed, redirectTarget } from '.';

const guest: Session = { user: null, profile: null };
const page = (given: Partial<RouteAccess>): RouteAccess => ({
  layout: 'dashboard',
  who: 'restricted',
  ...given,
});

describe('the access rule', () => {
  const organizations = page({ profiles: ['organization'], permissions: ['view-staff'] });
  const all = page({ profiles: ['organization', 'admin', 'staff'], permissions: ['view-batch'] });
  const administration = page({
    profiles: ['admin'],
    roles: ['super-admin'],
    permissions: ['view-users'],
  });
  const editTraining = page({
    profiles: ['organization', 'admin', 'staff'],
    permissions: ['edit-training'],
    staffRoles: ['admin'],
  });

  it.each<[string, RouteAccess, Session, boolean]>([
    ['an open page takes a guest', page({}), guest, true],
    ['a restricted page takes no guest', all, guest, false],
    ['a user without a profile is refused', all, { user: aUser(), profile: null }, false],
    ['staff pass on the profile type alone', all, aSession('staff'), true],
    [
      'staff fail without it, even with the permission',
      organizations,
      aSession('staff', { permissions: ['view-staff'] }),
      false,
    ],
    ['staff need the role where one is named', editTraining, aSession('staff'), false],
    ['staff with that role pass', editTraining, aSession('staff', { roles: ['admin'] }), true],
    ['an admin needs one of the permissions', all, aSession('admin'), false],
    ['an admin with one passes', all, aSession('admin', { permissions: ['view-batch'] }), true],
    [
      'a super-admin holds every permission',
      administration,
      aSession('admin', { roles: ['super-admin'] }),
      true,
    ],
    [
      'an admin is refused where other profiles are meant',
      organizations,
      aSession('admin', { permissions: ['view-staff'] }),
      false,
    ],
    [
      'an admin passes on the type where no permission is listed',
      page({ profiles: ['admin'] }),
      aSession('admin'),
      true,
    ],
    ['an organization passes on the profile type', all, aSession('organization'), true],
    [
      'a trainer passes on a permission',
      all,
      aSession('trainer', { permissions: ['view-batch'] }),
      true,
    ],
    [
      'a trainer passes on a role',
      page({ roles: ['examiner'] }),
      aSession('trainer', { roles: ['examiner'] }),
      true,
    ],
    ['a trainer without any match is refused', all, aSession('trainer'), false],
  ])('%s', (_, rule, session, expected) => {
    expect(isAllowed(rule, session)).toBe(expected);
  });

  it('goes by the roles of the profile that is acted through', () => {
    const [a, b] = [
      aProfile('staff', { id: 'a', roles: [aRole('admin')] }),
      aProfile('staff', { id: 'b' }),
    ];
    const user = aUser({ profiles: [a, b] });
    expect(isAllowed(editTraining, { user, profile: a })).toBe(true);
    expect(isAllowed(editTraining, { user, profile: b })).toBe(false);
    const admin = aProfile('admin', { roles: [aRole('super-admin')] });
    const candidate = aProfile('candidate', { id: 'c' });
    const both = aUser({ profiles: [admin, candidate] });
    expect(isAllowed(administration, { user: both, profile: candidate })).toBe(false);
  });
});

describe('the gates', () => {
  const failing = {
    user: { civil_number: null },
    profile: { approval: { status: 'submitted' }, image: null, paid: false },
  };

  it.each<[string, Session, ReturnType<typeof failedGate>]>([
    ['identification comes first', aSession('organization', failing), 'identity'],
    [
      'a passport number will do',
      aSession('organization', { ...failing, user: { civil_number: null, passport_number: 'A1' } }),
      'approval',
    ],
    ['approval comes second', aSession('staff', { profile: failing.profile }), 'approval'],
    [
      'a candidate needs no approval',
      aSession('candidate', { profile: failing.profile }),
      'picture',
    ],
    [
      'the picture comes third',
      aSession('organization', { profile: { image: null, paid: false } }),
      'picture',
    ],
    ['the fee comes last', aSession('candidate', { profile: { paid: false } }), 'payment'],
    ['a trainer pays nothing', aSession('trainer', { profile: { paid: false } }), null],
    [
      'an admin needs no picture and pays nothing',
      aSession('admin', { profile: { image: null, paid: false } }),
      null,
    ],
    [
      'an admin needs a number all the same',
      aSession('admin', { user: { civil_number: null } }),
      'identity',
    ],
    [
      'a second factor that is asked for comes before all',
      aSession('admin', { user: { second_factor_due: true, civil_number: null } }),
      'second_factor',
    ],
    [
      'it is asked of admins, not of their other profiles',
      aSession('candidate', { user: { second_factor_due: true } }),
      null,
    ],
    ['whoever has all passes', aSession('organization'), null],
  ])('%s', (_, session, expected) => {
    expect(failedGate(session)).toBe(expected);
  });

  it('skip what a page is exempt from', () => {
    expect(failedGate(aSession('organization', failing), ['identity', 'approval'])).toBe('picture');
  });
});

describe('the guard', () => {
  const at = (route: RouteName, session: Session, address: string) =>
    decide(access[route], session, new URL(address, 'http://itqan.test'));
  const unverified = aSession('candidate', { user: { verified_at: null } });
  const unpaid = aSession('candidate', { profile: { paid: false } });
  const bare = aSession('candidate', {
    user: { civil_number: null },
    profile: { image: null, paid: false },
  });

  it.each<[string, RouteName, Session, string, ReturnType<typeof decide>]>([
    ['a guest passes a public page', 'trainings', guest, '/trainings', { pass: true }],
    ['a guest passes a sign-in page', 'signIn', guest, '/auth/sign-in', { pass: true }],
    [
      'a guest is led to sign-in with the encoded path',
      'staff',
      guest,
      '/dashboard/staff?page=2',
      { redirect: '/auth/sign-in?redirect=%2Fdashboard%2Fstaff%3Fpage%3D2' },
    ],
    [
      'a guest is led from the verification page to sign-in',
      'verification',
      guest,
      '/auth/verification',
      { redirect: '/auth/sign-in?redirect=%2Fauth%2Fverification' },
    ],
    [
      'a user on sign-in goes home',
      'signIn',
      aSession('candidate'),
      '/auth/sign-in',
      { redirect: '/' },
    ],
    [
      'a user on sign-up goes where the redirect says',
      'signUp',
      aSession('candidate'),
      '/auth/sign-up?redirect=%2Ftrainings',
      { redirect: '/trainings' },
    ],
    [
      'a redirect to another site is not followed',
      'signIn',
      aSession('candidate'),
      '/auth/sign-in?redirect=%2F%2Fevil.test',
      { redirect: '/' },
    ],
    [
      'an unverified user is led to verification',
      'myTrainings',
      unverified,
      '/candidate/my-trainings',
      { redirect: '/auth/verification?redirect=%2Fcandidate%2Fmy-trainings' },
    ],
    ['from public pages too', 'home', unverified, '/', { redirect: '/auth/verification' }],
    ['but may read the terms', 'terms', unverified, '/terms-conditions', { pass: true }],
    [
      'and stays on the verification page',
      'verification',
      unverified,
      '/auth/verification',
      { pass: true },
    ],
    [
      'a verified user on that page goes to the index',
      'verification',
      aSession('candidate'),
      '/auth/verification',
      { redirect: '/' },
    ],
    [
      'an unpaid profile is led to the payment',
      'myTrainings',
      unpaid,
      '/candidate/my-trainings',
      { redirect: '/payments/pay?redirect=%2Fcandidate%2Fmy-trainings' },
    ],
    ['which it may open', 'pay', unpaid, '/payments/pay', { pass: true }],
    ['public pages have no gates', 'trainings', bare, '/trainings', { pass: true }],
    [
      'the own profile has none either',
      'candidateProfile',
      bare,
      '/candidate/profile',
      { pass: true },
    ],
    [
      'other pages of candidates have',
      'myTrainings',
      bare,
      '/candidate/my-trainings',
      { refuse: 'identity' },
    ],
    ['the payment asks for the number', 'pay', bare, '/payments/pay', { refuse: 'identity' }],
    [
      'an organization that waits for approval',
      'dashboard',
      aSession('organization', { profile: { approval: { status: 'submitted' } } }),
      '/dashboard',
      { refuse: 'approval' },
    ],
    [
      'may change its password',
      'accountPassword',
      aSession('organization', { profile: { approval: { status: 'submitted' } } }),
      '/dashboard/account-settings/change-password',
      { pass: true },
    ],
    [
      'and pay',
      'pay',
      aSession('organization', { profile: { approval: { status: 'submitted' }, paid: false } }),
      '/payments/pay',
      { pass: true },
    ],
    [
      'a candidate is kept from the dashboard',
      'dashboard',
      aSession('candidate'),
      '/dashboard',
      { refuse: 'not_authorized' },
    ],
    [
      'and from its settings',
      'accountProfile',
      aSession('candidate'),
      '/dashboard/account-settings/profile',
      { refuse: 'not_authorized' },
    ],
    [
      'and from announcements',
      'announcements',
      aSession('candidate'),
      '/announcements',
      { refuse: 'no_announcements' },
    ],
    [
      'only candidates open candidate pages',
      'candidateProfile',
      aSession('organization'),
      '/candidate/profile',
      { refuse: 'candidates_only' },
    ],
    [
      'an admin who must set up a second factor is led there',
      'dashboard',
      aSession('admin', { user: { second_factor_due: true } }),
      '/dashboard?x=1#y',
      { redirect: '/dashboard/account-settings/security?redirect=%2Fdashboard%3Fx%3D1%23y' },
    ],
    [
      'which they may open',
      'accountSecurity',
      aSession('admin', { user: { second_factor_due: true } }),
      '/dashboard/account-settings/security',
      { pass: true },
    ],
    [
      'no permission, no page',
      'users',
      aSession('admin'),
      '/dashboard/admin-management',
      { refuse: 'not_authorized' },
    ],
    [
      'that is said before any gate',
      'staff',
      aSession('trainer', { profile: { image: null } }),
      '/dashboard/staff',
      { refuse: 'not_authorized' },
    ],
  ])('%s', (_, route, session, address, expected) => {
    expect(at(route, session, address)).toEqual(expected);
  });
});

describe('a redirect target', () => {
  it.each([
    ['redirect=%2Ftrainings%3Fpage%3D2', '/trainings?page=2'],
    ['redirect=%2Ftrainings%3Fpage%3D2%23seats', '/trainings?page=2#seats'],
    ['redirect=https%3A%2F%2Fevil.test', '/'],
    ['redirect=%2F%5Cevil.test', '/'],
    ['redirect=%2F%09%2Fevil.test', '/'],
    ['redirect=%2F.%2F%2Fevil.test', '/'],
    ['redirect=%2Fa%2F..%2F%2Fevil.test', '/'],
    ['redirect=%2F%2F', '/'],
    ['redirect=trainings', '/'],
    ['', '/'],
  ])('of “%s” is %s', (query, expected) => {
    expect(redirectTarget(new URLSearchParams(query))).toBe(expected);
  });
});
