import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { KindRow } from '@/api/identity';
import { flushUndoable, undoScheduled } from '@/lib/undoQueue';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import DocumentKindListPage from './DocumentKindListPage';

const LIST = '/api/v1/profiles/document-kinds';
const licence: KindRow = {
  id: 'k1',
  profile_type: 'organization',
  name_en: 'Licence',
  name_ar: 'رخصة',
  required: true,
  accepts: ['pdf'],
  max_mib: 5,
  expires: true,
  handed_in: 3,
  created_at: '2026-01-01T08:00:00Z',
};

it('documents are asked for no more after the time in which that is undone', async () => {
  setScreen('narrow');
  const calls = serve({
    [LIST]: () => ok({ data: [licence], meta: { page: 1, page_size: 20, total: 1 } }),
    [`${LIST}/k1`]: () => new Response(null, { status: 204 }),
  });
  renderAt(paths.settingsDocuments, <DocumentKindListPage />);
  const removed = () => calls.filter(({ method }) => method === 'DELETE');
  const remove = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Licence/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Licence (deleting)')).toBeVisible();
  };
  await remove();
  undoScheduled('k1');
  await flushUndoable();
  expect(removed()).toEqual([]);
  await screen.findByText('Licence');
  await remove();
  await flushUndoable();
  expect(removed()).toHaveLength(1);
});

it('a change of what is asked for leaves out the type, which stays', async () => {
  setScreen('narrow');
  const calls = serve({
    [LIST]: () => ok({ data: [licence], meta: { page: 1, page_size: 20, total: 1 } }),
    [`${LIST}/k1`]: () => ok(licence),
  });
  renderAt(paths.settingsDocuments, <DocumentKindListPage />);
  await userEvent.click(await screen.findByRole('button', { name: /Licence/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')).toBeDefined());
  const { id: _id, profile_type: _type, handed_in: _count, created_at: _at, ...changes } = licence;
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual(changes);
});
