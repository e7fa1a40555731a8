import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import ToastStack from '@/components/ToastStack';
import { dismissFailure } from '@/lib/failures';
import { startSession } from '@/lib/session';
import { flushUndoable } from '@/lib/undoQueue';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { Main } from './Main';

function Row({ send }: { send: () => Promise<unknown> }) {
  const remove = useUndoableDeletion('places');
  return (
    <>
      <button type="button" onClick={() => remove({ id: 'c1', name: 'Abha', send })}>
        Remove
      </button>
      <input aria-label="Elsewhere" />
    </>
  );
}

/**
 * Deletes and waits until undo expires; returns the result of `flushUndoable` and the rendered
 * page.
 */
async function remove(send: () => Promise<unknown>) {
  const view = renderAt(
    '/',
    <Main>
      <Row send={send} />
      <ToastStack />
    </Main>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(screen.getByRole('textbox', { name: 'Elsewhere' }));
  return { view, isDone: await act(flushUndoable) };
}

const offline = () => new ApiProblem(0, {});

it.each([
  ['en', "Couldn't delete “Abha”", 'Try again', '“Abha” deleted'],
  ['ar', 'تعذّر حذف «Abha»', 'إعادة المحاولة', 'حُذف «Abha»'],
])(
  'a failed deletion stays on the page until a retry succeeds (%s)',
  async (locale, title, again, done) => {
    await i18next.changeLanguage(locale);
    const send = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(offline())
      .mockRejectedValueOnce(offline())
      .mockResolvedValue();
    const { isDone } = await remove(send);
    expect(isDone).toBe(false);
    expect((await screen.findByText(title)).closest('[role="alert"]')).toHaveAttribute('tabindex');
    expect(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus();

    await userEvent.click(screen.getByRole('button', { name: again }));
    await waitFor(() => expect(screen.getByText(title).closest('[role="alert"]')).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: again }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
    expect(send).toHaveBeenCalledTimes(3);
  },
);

it('a refused one is only closed, since it would be refused again', async () => {
  await remove(() => Promise.reject(new ApiProblem(409, { code: 'odd', detail: 'In use' })));
  // The toast of the previous test may still be visible.
  const alert = within(
    (await screen.findByText('In use')).closest('[role="alert"]') as HTMLElement,
  );
  expect(alert.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(alert.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('In use')).toBeNull());
});

it('goes with the profile whose records it names', async () => {
  await remove(() => Promise.reject(offline()));
  expect(await screen.findByText(/Couldn't delete/)).toBeVisible();
  const { user } = aSession('admin');
  act(() => user && startSession({ access_token: aToken(600), user }));
  await waitFor(() => expect(screen.queryByText(/Couldn't delete/)).toBeNull());
});

it('ends when the same is done again', async () => {
  const send = vi.fn<() => Promise<void>>().mockRejectedValueOnce(offline()).mockResolvedValue();
  await remove(send);
  expect(await screen.findByText(/Couldn't delete/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByText(/Couldn't delete/)).toBeNull();
  await act(flushUndoable);
  act(() => dismissFailure('c1'));
});
