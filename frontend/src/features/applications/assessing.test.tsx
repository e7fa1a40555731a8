import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { RequestProgress } from '@/api/approvals';
import type { ApplicationDetail } from '@/api/enrollment';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import ApplicationListPage from './ApplicationListPage';
import ApplicationViewPage from './ApplicationViewPage';
import { application, member } from './testing';

const submitted = (id: string, given: Partial<ApplicationDetail>): ApplicationDetail => ({
  ...application,
  id,
  status: 'submitted',
  submission: 1,
  shortlisted: false,
  staff: [member('Huda')],
  ...given,
});
const gulf = submitted('a1', { rating: 81, note: 'We know the port.' });
const najd = submitted('a2', {
  rating: 64,
  organization: { id: 'n', name_en: 'Najd', name_ar: 'نجد' },
});

function signIn(type: 'admin' | 'organization') {
  const { user } = aSession(type, { permissions: ['view-applications', 'view-announcement'] });
  if (user) startSession({ access_token: aToken(600), user });
}

function show(path: string) {
  renderAt(
    path,
    <Routes>
      <Route path={paths.applications} element={<ApplicationListPage />} />
      <Route path={paths.applicationView} element={<ApplicationViewPage />} />
    </Routes>,
  );
}

it('the administration filters by announcement, and sees marked ones beside each other', async () => {
  setScreen('narrow');
  signIn('admin');
  const listed = { data: [gulf, najd], meta: { page: 1, page_size: 20, total: 2 } };
  const calls = serve({
    '/api/v1/applications': () => ok(listed),
    '/api/v1/applications/a1': () => ok(gulf),
    '/api/v1/applications/a2': () => ok(najd),
    '/api/v1/announcements/managed/a': () => ok(application.announcement),
  });
  show(`${paths.applications}?announcement_id=01930000-0000-7000-8000-00000000000a`);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Gulf' }));
  expect(screen.getByRole('button', { name: 'Compare' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Najd' }));
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('We know the port.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Najd' })).toHaveAttribute(
    'href',
    href(paths.applicationView, { id: 'a2' }),
  );
  expect(dialog.getAllByText('About your organization')).toHaveLength(2);
  expect(dialog.getByText('81')).toBeVisible();
  expect(dialog.getByText('64')).toBeVisible();
  const asked = calls.map(({ url }) => new URL(url)).find(({ search }) => search);
  expect(asked?.searchParams.get('announcement_id')).toMatch(/0a$/);
});

it('is rated and shortlisted, with nothing that is no rating', async () => {
  signIn('admin');
  const calls = serve({
    '/api/v1/applications/a2': () => ok(najd),
    '/api/v1/applications/a2/assessment': () => ok(najd),
  });
  show(href(paths.applicationView, { id: 'a2' }));
  const rating = await screen.findByRole('textbox', { name: 'Rating' });
  await userEvent.clear(rating);
  await userEvent.type(rating, '101');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.clear(rating);
  await userEvent.type(rating, '70');
  await userEvent.click(screen.getByRole('switch', { name: 'On the shortlist' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => calls.some(({ method }) => method === 'PUT')).toBe(true);
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({
    rating: 70,
    shortlisted: true,
  });
  // The approvers' rating is visible to them only.
  expect(calls.some(({ url }) => url.includes('/approvals/progress'))).toBe(false);
});

it('shows its organization with whom it is and what was decided before', async () => {
  signIn('organization');
  const progress: RequestProgress = {
    submission: 2,
    status: 'pending',
    submitted_at: '2026-11-22T08:00:00Z',
    step: 1,
    since: '2026-11-22T08:00:00Z',
    due_on: '2026-11-25',
    decided_at: null,
    steps: [
      { position: 1, name_en: 'Transport', name_ar: 'النقل', state: 'current' },
      { position: 2, name_en: 'Management', name_ar: 'الإدارة', state: 'waiting' },
    ],
    rounds: [
      {
        submission: 1,
        status: 'withdrawn',
        submitted_at: '2026-11-20T08:00:00Z',
        ended_at: '2026-11-21T08:00:00Z',
        decisions: [],
        remarks: [],
      },
    ],
  };
  serve({
    '/api/v1/applications/a1': () => ok({ ...gulf, rating: null, shortlisted: null }),
    '/api/v1/approvals/progress/applications/a1': () => ok(progress),
  });
  show(href(paths.applicationView, { id: 'a1' }));
  expect(await screen.findByText('Now with: Transport')).toBeVisible();
  expect(screen.getByText('Level 1 of 2')).toBeVisible();
  const history = within(screen.getByRole('region', { name: 'History' }));
  expect(history.getByText('Withdrawn')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Rating' })).toBeNull();
});
