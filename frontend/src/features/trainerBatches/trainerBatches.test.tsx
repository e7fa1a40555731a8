import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CertifiedPerson, PersonResult } from '@/api/enrollment';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { BatchPeople } from './BatchPeople';

const aPerson = (id: string, given: Partial<PersonResult> = {}): PersonResult => ({
  enrollment_id: id,
  status: 'completed',
  name_en: id,
  name_ar: id,
  image_url: null,
  points: {},
  attended: 4,
  counted: 5,
  score_percent: 88,
  missing_marks: 0,
  missing_scores: 0,
  result: 'passed',
  reasons: [],
  ...given,
});
const certificate: CertifiedPerson = {
  enrollment_id: 'Huda',
  id: 'c1',
  number: '8K3M-2Q7P-XW41',
  state: 'valid',
  expires_on: null,
  has_paper: true,
};

it("a trainer sees the people of a batch with what they reached, and no result before it's decided", async () => {
  const { user } = aSession('trainer');
  if (user) startSession({ access_token: aToken(600), user });
  serve({
    '/api/v1/results/batches/b1': () =>
      ok({
        people: [
          aPerson('Huda'),
          aPerson('Omar', { score_percent: null }),
          aPerson('Sara', { status: 'confirmed', counted: 0, score_percent: null }),
        ],
      }),
    '/api/v1/certificates/batches/b1': () => ok([certificate]),
    '/api/v1/certificates/batches/b1/waiting': () => ok(['Omar']),
  });
  renderAt('/dashboard/my-batches/b1', <BatchPeople batchId="b1" />);
  expect(await screen.findByText('Awaiting approval')).toBeVisible();
  const [huda, omar, sara] = screen.getAllByRole('listitem').map((row) => within(row));
  expect(huda?.getByText('Attended 4 of 5 sessions · Score: 88%')).toBeVisible();
  expect(huda?.getByText('Passed')).toBeVisible();
  expect(huda?.getByText('8K3M-2Q7P-XW41')).toBeVisible();
  expect(omar?.getByText('Attended 4 of 5 sessions')).toBeVisible();
  expect(sara?.getByText('No attendance recorded yet')).toBeVisible();
  expect(sara?.queryByText('Passed')).toBeNull();
});
