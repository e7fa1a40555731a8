import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '@/lib/queryClient';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import OwnNext from './OwnNext';

const batch = {
  id: 'batch',
  training_id: 'training',
  title_en: 'Forklift driving',
  starts_at: '2030-01-10T06:00:00Z',
  ends_at: '2030-01-12T14:00:00Z',
};
const seat = { id: 'a', next_step: 'attend', charge_id: null, batch };
const unpaid = { id: 'b', next_step: 'pay', charge_id: 'charge', batch };

function open(enrollments: unknown[]) {
  cleanup();
  queryClient.clear();
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const sessions = [
    { starts_at: '2020-01-10T06:00:00Z', ends_at: '2020-01-10T10:00:00Z' },
    { starts_at: '2030-01-11T06:00:00Z', ends_at: '2030-01-11T10:00:00Z' },
  ];
  serve({
    '/api/v1/enrollments/mine': () => ok({ data: enrollments, meta: {} }),
    '/api/v1/batches/batch': () =>
      ok({ ...batch, mode: 'in_person', venue_en: 'Yard', city: { name_en: 'Dammam' }, sessions }),
    '/api/v1/profiles/candidate-profile/address': () =>
      ok({ city: { id: 'dammam', name_en: 'Dammam', name_ar: 'الدمام' } }),
  });
  renderAt('/', <OwnNext />);
}

it('a candidate’s home begins with what to pay, the next session, or the own city', async () => {
  open([seat, unpaid]);
  expect(await screen.findByRole('link', { name: 'Pay now' })).toHaveAttribute(
    'href',
    '/payments/pay?charge=charge&redirect=%2Fcandidate%2Fmy-trainings%2Ftraining%2Fbatch%2Fbatch',
  );

  open([seat]);
  expect(await screen.findByText('Forklift driving · Yard, Dammam')).toBeVisible();
  // The next session, in the venue's time.
  expect(screen.getByRole('heading', { name: /11 Jan 2030, 9:00/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open batch' })).toHaveAttribute(
    'href',
    '/candidate/my-trainings/training/batch/batch',
  );

  open([]);
  expect(await screen.findByRole('link', { name: 'Batches in Dammam' })).toHaveAttribute(
    'href',
    '/trainings/batches?city_id=dammam&seats_left=true',
  );
});
