import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import type { RequirementMatrix, RoleRead } from '@/api/enrollment';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import JobRolesPage from './JobRolesPage';
import RequirementPeoplePage from './RequirementPeoplePage';
import RequirementsPage from './RequirementsPage';

const ROLE = '01980000-0000-7000-8000-000000000001';
const TRAINING = '01980000-0000-7000-8000-000000000002';
const HUDA = '01980000-0000-7000-8000-000000000003';

const training = { id: TRAINING, title_en: 'Forklift', title_ar: 'رافعة' };
const role: RoleRead = {
  id: ROLE,
  name_en: 'Driver',
  name_ar: 'سائق',
  trainings: [training],
  people: 1,
};
const huda = {
  candidate_profile_id: HUDA,
  name_en: 'Huda Salem',
  name_ar: 'هدى سالم',
  username: 'huda',
  image_url: null,
  role_ids: [ROLE],
};
const matrix: RequirementMatrix = {
  data: [
    {
      ...huda,
      cells: [
        {
          training_id: TRAINING,
          state: 'expired',
          number: '0123456789AB',
          expires_on: '2026-01-31',
        },
      ],
    },
  ],
  meta: { page: 1, page_size: 20, total: 1 },
  trainings: [training],
  counts: { valid: 0, expiring: 0, expired: 1, missing: 0 },
};

function signIn() {
  setScreen('wide');
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
}

it('each person is shown against each required training, with the day that it ended', async () => {
  signIn();
  serve({
    '/api/v1/requirements/roles': () => ok([role]),
    '/api/v1/requirements/matrix': () => ok(matrix),
  });
  renderAt('/dashboard/requirements', <RequirementsPage />);
  expect(await screen.findByText('Huda Salem')).toBeVisible();
  expect(await screen.findByRole('columnheader', { name: /Forklift/ })).toBeVisible();
  expect(screen.getByText(/^Expired · 31 Jan 2026/)).toBeVisible();
  expect(screen.getByText('Driver')).toBeVisible();
});

it('marked people are given a role', async () => {
  signIn();
  const sent: unknown[] = [];
  let isAway = true;
  serve({
    '/api/v1/requirements/roles': () => ok([role]),
    '/api/v1/requirements/people': () => ok({ data: [huda], meta: matrix.meta }),
    [`/api/v1/requirements/roles/${ROLE}/people`]: async (request) => {
      sent.push(await request.json());
      return isAway ? refuse(503, 'service.unavailable') : ok([role]);
    },
  });
  renderAt('/dashboard/requirements/people', <RequirementPeoplePage />);
  await userEvent.click(await screen.findByRole('checkbox', { name: /Huda Salem/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Assign role' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Driver' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(sent.at(-1)).toEqual({ candidate_profile_ids: [HUDA] });
});

it('a job role is added with the trainings that it asks for', async () => {
  signIn();
  const sent: unknown[] = [];
  serve({
    '/api/v1/requirements/trainings': () => ok([training]),
    '/api/v1/requirements/roles': async (request) => {
      if (request.method === 'POST') sent.push(await request.json());
      return ok([]);
    },
  });
  renderAt('/dashboard/requirements/roles', <JobRolesPage />);
  expect(await screen.findByText('No job roles yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add job role' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Name in English/), 'Driver');
  await userEvent.type(dialog.getByLabelText(/Name in Arabic/), 'سائق');
  await userEvent.click(dialog.getByRole('combobox', { name: /Required trainings/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Forklift' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ name_en: 'Driver', name_ar: 'سائق', training_ids: [TRAINING] }]),
  );
});

it('those who are marked are enrolled again in a batch that is open', async () => {
  signIn();
  let sent: unknown;
  const batch = {
    id: '01980000-0000-7000-8000-000000000009',
    code: 'FLT-9',
    starts_at: '2026-12-01T06:00:00Z',
    ends_at: '2026-12-03T12:00:00Z',
    mode: 'online',
    city: null,
    seats_left: 7,
    availability: 'open',
  };
  serve({
    '/api/v1/requirements/roles': () => ok([role]),
    '/api/v1/requirements/matrix': () => ok(matrix),
    '/api/v1/batches': () =>
      ok({
        data: [batch, { ...batch, id: 'full', code: 'FLT-8', availability: 'full' }],
        meta: { page: 1, page_size: 50, total: 2 },
      }),
    '/api/v1/requirements/renewals': async (request: Request) => {
      sent = [await request.json(), request.headers.has('idempotency-key')];
      return Response.json({ bulk_enrollment_id: 'bulk-1' }, { status: 201 });
    },
  });
  const user = userEvent.setup();
  renderAt(
    '/dashboard/requirements',
    <Routes>
      <Route path="/dashboard/requirements" element={<RequirementsPage />} />
      <Route path="*" element={<Address />} />
    </Routes>,
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select Huda Salem' }));
  await user.click(screen.getByRole('button', { name: 'Renew for one person' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enroll one person' });
  await user.click(await within(dialog).findByLabelText(/Batch/));
  expect(screen.queryByRole('option', { name: /FLT-8/ })).toBeNull();
  await user.click(await screen.findByRole('option', { name: /FLT-9.*7 seats left/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(
    await screen.findByText('/dashboard/candidates/bulk-enroll-candidates/bulk?id=bulk-1'),
  ).toBeVisible();
  expect(sent).toEqual([{ batch_id: batch.id, candidate_profile_ids: [HUDA], locale: 'en' }, true]);
});

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}
