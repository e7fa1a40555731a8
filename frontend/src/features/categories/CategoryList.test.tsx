import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CategoryRead } from '@/api/catalog';
import { startSession } from '@/lib/session';
import { flushUndoable, undoScheduled } from '@/lib/undoQueue';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import { MainCategories } from './CategoryList';

const aCategory = (id: string, name: string, position: number): CategoryRead => ({
  id,
  name_en: name,
  name_ar: name,
  slug: name.toLowerCase(),
  parent_id: null,
  description_en: '',
  description_ar: '',
  icon: '',
  position,
  active: true,
  version: position + 1,
});
const both = [aCategory('c1', 'Transport', 0), aCategory('c2', 'Warehousing', 1)];
const LIST = '/api/v1/categories';

type Answers = Parameters<typeof serve>[0];

function show(answers: Answers = {}) {
  const { user } = aSession('admin', { permissions: ['view-category', 'edit-category'] });
  if (user) startSession({ access_token: aToken(600), user });
  const page = { data: both, meta: { page: 1, page_size: 20, total: 2 } };
  const calls = serve({ [LIST]: () => ok(page), ...answers });
  renderAt(paths.mainCategories, <MainCategories />);
  return calls;
}

const sent = (calls: Request[], method: string) => calls.filter((call) => call.method === method);

async function choose(row: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(row) }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

beforeEach(() => setScreen('narrow'));

describe('the categories', () => {
  it('are put into another order, with the versions that were read', async () => {
    const order = () => refuse(409, 'category.edit_conflict');
    const calls = show({ [`${LIST}/order`]: order });
    await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
    const dialog = within(await screen.findByRole('dialog'));
    const up = await dialog.findByRole('button', { name: 'Move “Warehousing” up' });
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.click(up);
    expect(dialog.getByRole('button', { name: 'Move “Warehousing” up' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/Someone else changed these categories/)).toBeVisible();
    expect(await sent(calls, 'PUT')[0]?.json()).toEqual({
      parent_id: null,
      categories: [
        { id: 'c2', version: 2 },
        { id: 'c1', version: 1 },
      ],
    });
  });

  it('are not deleted while something belongs to them', async () => {
    show({ [`${LIST}/c1/usage`]: () => ok({ subcategories: 0, trainings: 14, announcements: 0 }) });
    const dialog = within(await choose('Transport', 'Delete'));
    expect(await dialog.findByText(/Used by 14 trainings/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  });

  it('are deleted after the time in which that is undone', async () => {
    const calls = show({
      [`${LIST}/c1/usage`]: () => ok({ subcategories: 0, trainings: 0, announcements: 0 }),
      [`${LIST}/c1`]: () => new Response(null, { status: 204 }),
    });
    const remove = async () => {
      const dialog = within(await choose('Transport', 'Delete'));
      await dialog.findByText(/Not in use/);
      await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText('Transport (deleting)')).toBeVisible();
    };
    await remove();
    undoScheduled('c1');
    await flushUndoable();
    expect(sent(calls, 'DELETE')).toEqual([]);
    await waitFor(() => expect(screen.queryByText('Transport (deleting)')).toBeNull());
    await remove();
    await flushUndoable();
    expect(sent(calls, 'DELETE')).toHaveLength(1);
  });
});
