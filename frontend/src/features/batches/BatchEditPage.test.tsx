import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import BatchEditPage from './BatchEditPage';
import { BatchTimeline } from './BatchTimeline';
import { aBatch } from './testing';

const batch = aBatch();
const people = { active: 0, refunding_minor: 0, currency: 'SAR', counts: {}, days: [] };

function signIn(): void {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(900), user });
}

describe('a batch of two editors', () => {
  it('shows both versions, and saves what was chosen on top of the newer one', async () => {
    signIn();
    const [first] = batch.sessions;
    const theirs = { ...batch, capacity: 20, sessions: first ? [first] : [], version: 5 };
    const calls = serve({
      // The test router has no parameters.
      '/api/v1/batches/managed/': () => ok(batch),
      [`/api/v1/batches/managed/${batch.id}`]: () => ok(theirs),
      [`/api/v1/enrollments/of-batch/${batch.id}`]: () => ok(people),
      '/api/v1/batches/clashes': () => ok({ clashes: [] }),
      [`/api/v1/batches/${batch.id}`]: async (request) =>
        (await request.json()).version === 4 ? refuse(409, 'resource.edit_conflict') : ok(theirs),
    });
    renderAt('/', <BatchEditPage />);
    const code = await screen.findByRole('textbox', { name: /^Code/ });
    await userEvent.clear(code);
    await userEvent.type(code, 'WHS-101-9');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: /changed this batch/ }));
    const fields = dialog.getAllByRole('radiogroup').map((group) => group.textContent);
    expect(fields).toHaveLength(3);
    expect(fields[1]).toMatch(/Day.*Day.*Day/);
    const picked = dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked);
    // The user's own code, with the other version's sessions and seats.
    expect(picked).toEqual([true, false, false, true, false, true]);
    await userEvent.click(dialog.getByRole('button', { name: 'Use selection' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const puts = () => calls.filter(({ method }) => method === 'PUT');
    await waitFor(() => expect(puts()).toHaveLength(2));
    const saved = await puts()[1]?.json();
    expect(saved).toMatchObject({ code: 'WHS-101-9', capacity: 20, version: 5 });
    expect(saved.sessions).toHaveLength(1);
  });
});

describe('the timeline of a batch', () => {
  it('says who did what and when, and how many enrolled on a day, the newest first', async () => {
    signIn();
    const by = { user_name_en: 'Sara Alharbi', user_name_ar: 'سارة الحربي', client_name: null };
    const change = (id: string, recorded_at: string, field: string, after: unknown) => ({
      ...by,
      id,
      recorded_at,
      action: 'updated',
      changes: [{ field, before: null, after }],
    });
    serve({
      [`/api/v1/audit-trail/of-batch/${batch.id}`]: () =>
        ok([
          change('d', '2029-12-04T09:00:00Z', 'sessions', []),
          change('c', '2029-12-02T09:00:00Z', 'capacity', 20),
          change('b', '2029-12-01T09:00:00Z', 'status', 'published'),
        ]),
      [`/api/v1/enrollments/of-batch/${batch.id}`]: () =>
        ok({ ...people, days: [{ day: '2029-12-02', count: 3 }] }),
    });
    renderAt('/', <BatchTimeline batch={batch} />);
    await screen.findByText('3 people enrolled');
    await screen.findByText('Published');
    const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries).toHaveLength(5);
    expect(entries[0]).toMatch(/^Dates or location changed.*Sara Alharbi/);
    expect(entries[1]).toMatch(/^3 people enrolled2 Dec 2029$/);
    expect(entries[2]).toMatch(/^Changed/);
    // The author is unknown: the audit trail does not reach back that far.
    expect(entries[4]).toMatch(/^Created1 Nov 2029, \d+:00/);
  });
});
