import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { AnnouncementDetail } from '@/api/catalog';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import AnnouncementPage from './AnnouncementPage';
import { bodyOf, valuesOf } from './announcementForm';

const draft: AnnouncementDetail = {
  id: 'a1',
  title_en: 'Transport supervisors',
  title_ar: 'مشرفو نقل',
  summary_en: 'For the season',
  summary_ar: 'للموسم',
  description_en: '<p>Shifts</p>',
  description_ar: '<p>نوبات</p>',
  eligibility_en: 'Licensed organizations',
  eligibility_ar: 'منشآت مرخصة',
  category: { id: 'c1', name_en: 'Transport', name_ar: 'النقل' },
  fee_minor: 50_000,
  currency: 'SAR',
  staff_needed: 3,
  opens_at: '2030-01-01T06:00:00Z',
  closes_at: '2030-02-01T21:30:00Z',
  status: 'draft',
  attachments: [],
  submission: 0,
  comment: null,
  remarks: [],
  version: 4,
  updated_by: 'u1',
  updated_at: '2029-12-01T06:00:00Z',
  created_at: '2029-12-01T06:00:00Z',
};

it('are submitted with the version that was read, and say what is wrong', async () => {
  setScreen('wide');
  const { user } = aSession('admin', { permissions: ['view-announcement', 'edit-announcement'] });
  if (user) startSession({ access_token: aToken(600), user });
  const calls = serve({
    '/api/v1/announcements/managed/a1': () => ok(draft),
    '/api/v1/announcements/a1/submit': () => refuse(409, 'catalog.stale_edit'),
  });
  renderAt(
    href(paths.announcementView, { id: 'a1' }),
    <Routes>
      <Route path={paths.announcementView} element={<AnnouncementPage />} />
    </Routes>,
  );
  expect(await screen.findByText('Licensed organizations')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /More|Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Submit for approval' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Submit for approval' }));
  expect(await dialog.findByText(/Somebody else has changed this/)).toBeVisible();
  expect(await calls.find(({ method }) => method === 'POST')?.json()).toEqual({ version: 4 });
});

it('are typed in the time of Riyadh', () => {
  const values = valuesOf(draft);
  expect(values.closes_at).toBe('2030-02-02T00:30');
  const { opens_at, closes_at } = bodyOf(values as Parameters<typeof bodyOf>[0]);
  expect([opens_at, closes_at]).toEqual(['2030-01-01T06:00:00.000Z', '2030-02-01T21:30:00.000Z']);
});
