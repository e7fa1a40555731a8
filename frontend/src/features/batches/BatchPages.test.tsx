import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { BatchDialog } from './BatchDialog';
import { batchForm, batchInput, copyBatch, isMoved } from './batchForm';
import { aBatch } from './testing';

const batch = aBatch();

describe('a batch in the form', () => {
  it('is saved as it was loaded, and shown by the clock of Riyadh', () => {
    const input = batchInput(batch);
    expect(input.sessions[0]).toMatchObject({ day: '2030-01-06', starts_at: '09:00' });
    expect(input.enrollment_closes_at).toBe('2030-01-06T00:00');
    const saved = batchForm.parse(input);
    expect(saved.sessions.map(({ starts_at }) => Date.parse(starts_at))).toEqual(
      batch.sessions.map(({ starts_at }) => Date.parse(starts_at)),
    );
    expect(saved).toMatchObject({ training_id: batch.training.id, price_minor: 125_000 });
    expect(isMoved(input, saved)).toBe(false);
    expect(isMoved(input, { ...saved, venue_en: 'Hall 2' })).toBe(true);
  });

  it.each([
    ['22:00', '02:00', '2030-01-06T23:00:00.000Z'],
    ['20:00', '00:00', '2030-01-06T21:00:00.000Z'],
    ['09:00', '13:00', '2030-01-06T10:00:00.000Z'],
    // Longer than a session may be, so the service refuses it.
    ['09:00', '08:00', '2030-01-06T05:00:00.000Z'],
  ])('takes a session from %s to %s', (starts_at, ends_at, end) => {
    const input = batchInput(batch);
    const sessions = input.sessions.map((each) => ({
      ...each,
      day: '2030-01-06',
      starts_at,
      ends_at,
    }));
    expect(batchForm.parse({ ...input, sessions }).sessions[0]?.ends_at).toBe(end);
  });

  it('is copied whole weeks later, as sessions of its own without its code', () => {
    const copy = copyBatch(batch, Date.parse('2030-01-21T00:00:00Z'));
    expect(copy.sessions.map(({ id, day }) => [id, day])).toEqual([
      [null, '2030-01-27'],
      [null, '2030-01-28'],
    ]);
    expect(copy.code).toBe('');
  });
});

describe('cancelling', () => {
  it('says whom it concerns and what goes back before it is done', async () => {
    const { user } = aSession('organization');
    if (user) startSession({ access_token: aToken(600), user });
    const people = { active: 3, refunding_minor: 250_000, currency: 'SAR', counts: {} };
    const calls = serve({
      [`/api/v1/enrollments/of-batch/${batch.id}`]: () => ok(people),
      [`/api/v1/batches/${batch.id}/cancel`]: () => ok({ ...batch, status: 'cancelled' }),
    });
    renderAt('/', <BatchDialog batch={batch} question="cancel" onClose={() => {}} />);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/3 people will lose.*2,500.* refunded in full/)).toBeVisible();
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel batch' }));
    await expect.poll(() => calls.some(({ method }) => method === 'POST')).toBe(true);
  });
});
