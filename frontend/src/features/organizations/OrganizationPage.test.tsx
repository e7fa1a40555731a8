import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import OrganizationPage from './OrganizationPage';

const COUNTRY = '0198c2f0-0000-7000-8000-000000000001';
const organization = {
  id: 'o1',
  name_en: 'Gulf Academy',
  name_ar: 'أكاديمية الخليج',
  status: 'approved',
  documents: [],
  submissions: [],
  staff: 2,
  trainers: 1,
  created_at: '2026-11-20T08:00:00Z',
  email: 'office@gulf.example',
  commercial_number: '1010123456',
  tax_number: '300123456700003',
  contact_name: 'Huda Al-Harbi',
  contact_phone: '+966501112233',
  website: null,
  address: {
    country: { id: COUNTRY, name_en: 'Saudi Arabia', name_ar: 'السعودية' },
    state: null,
    city: null,
    line1: 'King Fahd Road 7',
    line2: null,
    postal_code: null,
  },
  suspension: null as { since: string; reason: string } | null,
};

it('the changes of an organization are those of all that belongs to it', async () => {
  const { user } = aSession('admin', { permissions: ['view-organization', 'view-audit-trail'] });
  if (user) startSession({ access_token: aToken(600), user });
  const calls = serve({
    '/api/v1/organizations/o1': () => ok(organization),
    '/api/v1/audit-trail': () => ok({ data: [], meta: { page: 1, page_size: 20, total: 0 } }),
  });
  renderAt(
    `${href(paths.organization, { id: 'o1' })}?tab=changes`,
    <Routes>
      <Route path={paths.organization} element={<OrganizationPage />} />
    </Routes>,
  );
  expect(await screen.findByRole('tab', { name: 'Changes', selected: true })).toBeVisible();
  await expect.poll(() => calls.some(({ url }) => url.includes('audit-trail'))).toBe(true);
  const asked = calls.find(({ url }) => url.includes('audit-trail'))?.url;
  expect(asked).toContain('organization_id=o1&service=identity');
  expect(asked).not.toContain('record_id');
});

it('an organization is suspended with a reason, and works again', async () => {
  const { user } = aSession('admin', {
    permissions: ['view-organization', 'suspend-organization'],
  });
  if (user) startSession({ access_token: aToken(600), user });
  let state = organization;
  const calls = serve({
    '/api/v1/organizations/o1': () => ok(state),
    '/api/v1/organizations/o1/suspend': () => {
      state = {
        ...organization,
        suspension: { since: '2026-11-23T08:00:00Z', reason: 'The licence has expired.' },
      };
      return ok(state);
    },
    '/api/v1/organizations/o1/resume': () => {
      state = organization;
      return ok(state);
    },
  });
  renderAt(
    href(paths.organization, { id: 'o1' }),
    <Routes>
      <Route path={paths.organization} element={<OrganizationPage />} />
    </Routes>,
  );
  const press = userEvent.setup();
  const choose = async (name: string) => {
    await press.click(await screen.findByRole('button', { name: /Actions/ }));
    await press.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog'));
  };
  const dialog = await choose('Suspend');
  await press.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(calls.some(({ url }) => url.endsWith('/suspend'))).toBe(false);
  await press.type(dialog.getByLabelText(/Reason/), 'The licence has expired.');
  await press.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('The licence has expired.')).toBeVisible();
  expect(screen.getByText('Suspended')).toBeVisible();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await press.click((await choose('Reactivate')).getByRole('button', { name: 'Reactivate' }));
  await expect.poll(() => screen.queryByText('The licence has expired.')).toBeNull();
});

describe.each([
  ['en', /Actions/, 'Save'],
  ['ar', /إجراءات/, 'حفظ'],
])('facts of an approved organization (%s)', (locale, actions, save) => {
  it.each([
    [
      'details',
      { en: 'Correct names and numbers', ar: 'تصحيح الأسماء والأرقام' },
      'tax_number',
      '300987654300003',
    ],
    [
      'contact',
      { en: 'Correct contact details', ar: 'تصحيح بيانات التواصل' },
      'contact_name',
      'Omar Saleh',
    ],
    ['address', { en: 'Correct address', ar: 'تصحيح العنوان' }, 'line1', 'Olaya Street 3'],
  ])('are corrected: %s', async (part, label, field, value) => {
    await i18next.changeLanguage(locale);
    const { user } = aSession('admin', { permissions: ['view-organization', 'edit-organization'] });
    if (user) startSession({ access_token: aToken(600), user });
    const calls = serve({
      '/api/v1/organizations/o1': () => ok(organization),
      [`/api/v1/organizations/o1/${part}`]: () => ok(organization),
      '/api/v1/countries': () => ok({ data: [] }),
    });
    renderAt(
      href(paths.organization, { id: 'o1' }),
      <Routes>
        <Route path={paths.organization} element={<OrganizationPage />} />
      </Routes>,
    );
    const press = userEvent.setup();
    await press.click(await screen.findByRole('button', { name: actions }));
    await press.click(
      await screen.findByRole('menuitem', { name: locale === 'ar' ? label.ar : label.en }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    const input = dialog
      .getAllByRole('textbox')
      .find((each) => each.getAttribute('name') === field) as HTMLElement;
    await press.clear(input);
    await press.type(input, value);
    await press.click(dialog.getByRole('button', { name: save }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const sent = calls.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toMatchObject({ [field]: value });
  });
});
