import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import OrganizationPage from './OrganizationPage';

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
  await press.click((await choose('Resume')).getByRole('button', { name: 'Resume' }));
  await expect.poll(() => screen.queryByText('The licence has expired.')).toBeNull();
});
