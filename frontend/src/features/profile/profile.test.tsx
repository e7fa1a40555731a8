import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressForm, toAddressForm } from '@/domain/address/addressForm';
import * as personFields from '@/domain/personFields';
import { getSession, startSession } from '@/lib/session';
import { aProfile, aSession, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { PersonalPanel } from './PersonalPanel';
import { ProfileChecklist } from './ProfileChecklist';
import { personalForm, toPersonalForm } from './personalForm';
import { getRequirements } from './requirements';

describe('the requirements', () => {
  it.each([
    ['candidate', ['identity', 'picture', 'payment']],
    ['organization', ['identity', 'approval', 'picture', 'payment']],
    ['staff', ['identity', 'approval', 'picture', 'payment']],
    ['trainer', ['identity', 'picture']],
    ['admin', ['identity']],
  ] as const)('of a %s profile', (type, expected) => {
    expect(getRequirements(aSession(type)).map(({ gate }) => gate)).toEqual(expected);
  });

  it('are met one by one', () => {
    const session = aSession('candidate', { profile: { image: null } });
    expect(getRequirements(session).filter(({ met }) => !met)).toEqual([
      { gate: 'picture', met: false },
    ]);
  });
});

describe('the checklist', () => {
  const signIn = (given: Parameters<typeof aUser>[0], profile = {}) =>
    startSession({
      access_token: aToken(600),
      user: aUser({ profiles: [aProfile('candidate', profile)], ...given }),
    });

  it('leads to what is still needed', () => {
    signIn({ civil_number: null }, { image: null, paid: false });
    renderAt('/candidate/profile?redirect=%2Ftrainings', <ProfileChecklist />);
    expect(screen.getByRole('link', { name: /civil number/ })).toHaveAttribute('href', '#identity');
    expect(screen.getByRole('link', { name: /picture/ })).toHaveAttribute('href', '#picture');
    expect(screen.getByRole('link', { name: /fee/ })).toHaveAttribute(
      'href',
      '/payments/pay?redirect=%2Ftrainings',
    );
    expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull();
  });

  it('leads back once only the fee is left', () => {
    signIn({}, { paid: false });
    renderAt('/candidate/profile?redirect=%2Ftrainings', <ProfileChecklist />);
    expect(screen.getByRole('link', { name: /Continue/ })).toHaveAttribute('href', '/trainings');
  });

  it('is not there when nothing is needed', () => {
    signIn({});
    renderAt('/candidate/profile', <ProfileChecklist />);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('the approval', () => {
  const signIn = (type: 'organization' | 'staff', status: string) =>
    startSession({
      access_token: aToken(600),
      user: aUser({
        profiles: [
          aProfile(type, {
            approval: { status, comment: 'The licence has expired.' },
            organization_name_en: 'Gulf Academy',
            organization_name_ar: 'أكاديمية الخليج',
          }),
        ],
      }),
    });

  it('that was refused for good says why and offers nothing', () => {
    signIn('organization', 'rejected');
    renderAt('/dashboard/account-settings/profile', <ProfileChecklist />);
    expect(screen.getByText('The licence has expired.')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of an organization that was sent back leads to its details', () => {
    signIn('organization', 'returned');
    renderAt('/dashboard/account-settings/profile', <ProfileChecklist />);
    expect(screen.getByText('The licence has expired.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to organization details' })).toHaveAttribute(
      'href',
      '/dashboard/account-settings/profile-details',
    );
  });

  it('of staff is asked for again', async () => {
    signIn('staff', 'returned');
    const calls = serve({
      '/api/v1/profiles/staff-profile/submissions': ({ method }) =>
        method === 'POST'
          ? ok(aUser())
          : ok([{ number: 1, remarks: [{ field: 'email', text: 'Use that of the office.' }] }]),
      '/api/v1/auth/authenticated': () =>
        ok(aUser({ profiles: [aProfile('staff', { approval: { status: 'submitted' } })] })),
    });
    renderAt('/dashboard/account-settings/profile', <ProfileChecklist />);
    expect(await screen.findByText('Use that of the office.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Submit again' }));
    expect(await screen.findByText(/under review/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a civil number', () => {
  it.each([
    ['1000000008', true],
    ['1000000007', false],
    ['3000000006', false],
    ['100000000', false],
  ])('%s is valid: %s', (number, expected) => {
    expect(personFields.isCivilNumber(number)).toBe(expected);
  });
});

describe('the personal data', () => {
  const user = aUser({ profiles: [aProfile('candidate')] });

  it('without a number has none, rather than an empty one', () => {
    const values = { ...toPersonalForm(user), civil_number: '', passport_number: 'a1234567' };
    expect(personalForm.parse(values)).toMatchObject({
      civil_number: null,
      passport_number: 'A1234567',
    });
  });

  it('has birth dates of 14 to 100 years', () => {
    expect(personFields.birthDates(new Date('2026-11-21T12:00:00Z'))).toEqual({
      min: '1926-11-21',
      max: '2012-11-21',
    });
  });

  it('takes over the fresh token, so that the next gate passes at once', async () => {
    const bare = aUser({ civil_number: null, profiles: [aProfile('candidate')] });
    startSession({ access_token: aToken(600), user: bare });
    serve({
      '/api/v1/users/me': () => ok({ access_token: aToken(600, 'fresh'), user }),
    });
    renderAt('/candidate/profile', <PersonalPanel user={bare} />);
    await userEvent.type(screen.getByLabelText('Civil number'), '١٠٠٠٠٠٠٠٠٨');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => getSession().user?.civil_number).toBe('1000000008');
  });

  it('shows a refused number at its field', async () => {
    serve({
      '/api/v1/users/me': () =>
        refuse(422, 'request.invalid', { fields: [['civil_number', 'civil_number.taken']] }),
    });
    renderAt('/candidate/profile', <PersonalPanel user={user} />);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => screen.getByLabelText('Civil number'))
      .toHaveAccessibleDescription('Another account already uses this number.');
  });

  it('asks for the country of a passport, and shows a taken one how to go on', async () => {
    serve({
      '/api/v1/users/me': () =>
        refuse(422, 'request.invalid', { fields: [['passport_number', 'passport_number.taken']] }),
    });
    renderAt('/candidate/profile', <PersonalPanel user={user} />);
    const country = 'Country that issued the passport';
    expect(screen.queryByLabelText(country)).toBeNull();
    await userEvent.type(screen.getByLabelText('Passport number'), 'a1234567');
    expect(screen.getByLabelText(country)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => screen.getByLabelText('Passport number'))
      .toHaveAccessibleDescription('Another account already uses this passport number.');
    expect(screen.getByRole('button', { name: 'This is my number' })).toBeVisible();
  });
});

describe('an address', () => {
  const place = { id: '0199a0a0-0000-7000-8000-000000000000', name_en: 'Jeddah', name_ar: 'جدة' };

  it('needs a country and a street', () => {
    const issues = addressForm.safeParse(toAddressForm(null)).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0])).toEqual(['country', 'line1']);
  });

  it('has no empty lines', () => {
    expect(
      addressForm.parse({ ...toAddressForm(null), country: place, line1: ' King Road 5 ' }),
    ).toEqual({
      country: place,
      state: null,
      city: null,
      line1: 'King Road 5',
      line2: null,
      postal_code: null,
    });
  });
});

beforeEach(() => {
  serve({ '/api/v1/web': () => ok({}) });
});
