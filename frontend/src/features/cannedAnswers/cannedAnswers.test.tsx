import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { CannedAnswerRead } from '@/api/notifications';
import { flushUndoable } from '@/lib/undoQueue';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import CannedAnswerListPage from './CannedAnswerListPage';

const LIST = '/api/v1/queries/canned-answers';
const refund: CannedAnswerRead = {
  id: 'c1',
  name_en: 'Refund',
  name_ar: 'رد المبلغ',
  text_en: 'Dear {name}, it is on its way.',
  text_ar: 'عزيزنا {name}، المبلغ في طريقه إليك.',
  version: 3,
};
const thanks = { ...refund, id: 'c2', name_en: 'Thanks', version: 1 };

beforeEach(() => setScreen('narrow'));

function show(answers: Parameters<typeof serve>[0] = {}) {
  const data = [refund, thanks];
  const listed = () => ok({ data, meta: { page: 1, page_size: 20, total: data.length } });
  const calls = serve({ [LIST]: listed, ...answers });
  renderAt(paths.cannedAnswers, <CannedAnswerListPage />);
  return calls;
}

const choose = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions: ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

it('one is changed as it was looked at, and what cannot be filled is said at its field', async () => {
  const bodies: unknown[] = [];
  show({
    [`${LIST}/c1`]: async (request: Request) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? refuse(422, 'request.invalid', { fields: [['text_en', 'notice_text.unknown_variable']] })
        : ok(refund);
    },
  });
  await choose('Refund', 'Edit');
  const dialog = within(await screen.findByRole('dialog'));
  const save = dialog.getByRole('button', { name: 'Save' });
  await userEvent.type(dialog.getByLabelText(/Text \(English\)/), '!');
  await userEvent.click(save);
  expect(await dialog.findByText('Use only variables from the list.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText(/Text \(English\)/), '!');
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { id: _, ...said } = refund;
  expect(bodies.at(-1)).toEqual({ ...said, text_en: `${refund.text_en}!!` });
});

it('the order is saved whole, and one is deleted', async () => {
  const calls = show({
    [`${LIST}/order`]: () => new Response(null, { status: 204 }),
    [`${LIST}/c2`]: () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Move “Thanks” up' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({ ids: ['c2', 'c1'] });
  await choose('Thanks', 'Delete');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
  );
  flushUndoable();
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
});
