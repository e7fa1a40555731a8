import { screen } from '@testing-library/react';
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
