import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failures } from '@/components/feedback/Failures';
import ToastStack from '@/components/ToastStack';
import { flushUndoable, UNDO_MS } from '@/lib/undoQueue';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { Decide } from './Decide';
import { anEnrollment } from './testing';

const request = anEnrollment({ status: 'requested', allowed_actions: ['accept', 'reject'] });
const ACCEPT = '/api/v1/enrollments/enrollment-1/accept';
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

const show = () =>
  renderAt(
    '/',
    <>
      <h1>Requests</h1>
      <Decide enrollment={request} />
      <Failures />
      <ToastStack />
    </>,
  );
const accept = () => user.click(screen.getByRole('button', { name: 'Accept Sara' }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(async () => {
  await act(flushUndoable);
  vi.useRealTimers();
});

describe('accepting a request', () => {
  it('sends nothing until the time to take it back is over', async () => {
    const calls = serve({ [ACCEPT]: () => ok(request) });
    show();
    await accept();
    expect(screen.getByText('Accepting…')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo accepting Sara' })).toHaveFocus();
    expect(calls).toEqual([]);

    act(() => vi.advanceTimersByTime(UNDO_MS));
    expect(await screen.findByText('Sara was accepted')).toBeVisible();
    expect(calls).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(/in a few seconds/)).toBeNull());
  });

  it('is taken back in the toast, with nothing sent', async () => {
    const calls = serve({ [ACCEPT]: () => ok(request) });
    show();
    await accept();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('button', { name: 'Accept Sara' })).toBeVisible();
    act(() => vi.advanceTimersByTime(2 * UNDO_MS));
    expect(calls).toEqual([]);
  });

  it('is sent at once where the page is left for good, in a call that outlives it', async () => {
    const calls = serve({ [ACCEPT]: () => ok(request) });
    show();
    await accept();
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.keepalive).toBe(true);
    window.dispatchEvent(new Event('pageshow'));
  });

  it('says whose request was refused, and why', async () => {
    serve({ [ACCEPT]: () => refuse(409, 'batch.full') });
    show();
    await accept();
    act(() => vi.advanceTimersByTime(UNDO_MS));
    expect(await screen.findByText("Couldn't accept Sara")).toBeVisible();
    expect(screen.getByText(/^No seats left in this batch/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Accept Sara' })).toBeVisible();
  });
});
