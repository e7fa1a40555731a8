import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { EnrollmentRead } from '@/api/enrollment';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { DecideMany } from './DecideMany';
import { aBatch, anEnrollment } from './testing';

const request = (id: string, name_en: string, created_at: string): EnrollmentRead =>
  anEnrollment({
    id,
    status: 'requested',
    allowed_actions: ['accept', 'reject'],
    created_at,
    candidate: { ...anEnrollment().candidate, name_en },
  });
// Like the page, not in the order of creation.
const chosen = [
  request('2', 'Layla', '2026-11-02T08:00:00Z'),
  request('1', 'Omar', '2026-11-01T08:00:00Z'),
];
const path = (id: string, decision: string) => `/api/v1/enrollments/${id}/${decision}`;
const show = () => renderAt('/', <DecideMany chosen={chosen} onClear={vi.fn()} />);
const open = async (decision: 'Accept' | 'Reject') => {
  await userEvent.click(screen.getByRole('button', { name: decision }));
  return within(await screen.findByRole('dialog'));
};

describe('deciding on many requests', () => {
  it('goes on after a refusal and shows how each went, the first come first', async () => {
    const calls = serve({
      [path('1', 'accept')]: () => ok(chosen[1]),
      [path('2', 'accept')]: () => refuse(409, 'batch.full'),
      '/api/v1/seats/batch-1': () =>
        ok({ batch_id: 'batch-1', capacity: 10, left: 1, taken: 9, waiting: 0 }),
      '/api/v1/batches/managed/batch-1': () => ok(aBatch()),
    });
    show();
    const dialog = await open('Accept');
    expect(await dialog.findByText('1 of 10')).toBeVisible();
    expect(dialog.getByText(/no seat for 1 request/)).toBeVisible();
    expect(dialog.getByText(/1,250/)).toBeVisible();
    expect(await dialog.findByText(/^24 hours, until/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));

    expect(await dialog.findByText('1 accepted, 1 failed')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      path('1', 'accept'),
      path('2', 'accept'),
    ]);
    const [omar, layla] = dialog.getAllByRole('listitem');
    expect(omar).toHaveTextContent('Omar');
    expect(within(omar as HTMLElement).getByTitle('Done')).toBeInTheDocument();
    expect(layla).toHaveTextContent('No seats left in this batch.');
  });

  it('offers to repeat what failed in passing, and only that', async () => {
    // A lost write is retried three times before its failure is shown.
    const attempts = 4;
    let answers = 0;
    const calls = serve({
      [path('1', 'accept')]: () => ok(chosen[1]),
      [path('2', 'accept')]: () =>
        answers++ < attempts ? refuse(503, 'service.overloaded') : ok(chosen[0]),
    });
    show();
    const dialog = await open('Accept');
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    expect(await dialog.findByText('1 accepted, 1 failed')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('2 accepted')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      path('1', 'accept'),
      ...Array.from({ length: attempts + 1 }, () => path('2', 'accept')),
    ]);
  });

  it('rejects none without a reason, and tells all the same one', async () => {
    const calls = serve({
      [path('1', 'reject')]: () => ok(chosen[1]),
      [path('2', 'reject')]: () => ok(chosen[0]),
    });
    show();
    const dialog = await open('Reject');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toBeInvalid();
    expect(calls).toEqual([]);

    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The batch moved.');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText('2 rejected')).toBeVisible();
    for (const call of calls) expect(await call.json()).toEqual({ reason: 'The batch moved.' });
  });
});
