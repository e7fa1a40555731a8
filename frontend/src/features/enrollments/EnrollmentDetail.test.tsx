import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { Enrollment } from './EnrollmentDetail';
import { aBatch, anEnrollment } from './testing';

it('leads on to the payments, the other enrollments of the person, the batch and its public page', async () => {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
  serve({
    '/api/v1/enrollments/enrollment-1': () => ok(anEnrollment()),
    '/api/v1/seats/batch-1': () =>
      ok({ batch_id: 'batch-1', capacity: 10, left: 1, taken: 9, waiting: 0 }),
    '/api/v1/batches/managed/batch-1': () => ok(aBatch()),
  });
  renderAt(
    '/dashboard/enrollments/enrollment-1',
    <Routes>
      <Route path={paths.enrollment} element={<Enrollment />} />
    </Routes>,
  );
  const hrefOf = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await hrefOf('ITQ-2026-000001')).toBe('/dashboard/payments?search=ITQ-2026-000001');
  expect(await hrefOf('All enrollments of this person')).toBe(
    '/dashboard/enrollments?search=sara%40example.org',
  );
  expect(await hrefOf('Open candidate')).toBe('/dashboard/candidates/candidate-profile/view');
  expect(await hrefOf('Forklift driving')).toBe('/dashboard/enrollments?batch_id=batch-1');
  expect(await hrefOf('Public page')).toBe('/trainings/training-1/batch/batch-1');
  expect(await hrefOf('+966500000000')).toBe('tel:+966500000000');
});
