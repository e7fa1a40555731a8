import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { PermissionMatrix as Matrix, RoleColumn } from '@/api/identity';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import { PermissionMatrix } from './PermissionMatrix';

const ADDRESS = '/api/v1/permissions';

const aRole = (id: string, given: Partial<RoleColumn> = {}): RoleColumn => ({
  id,
  slug: id,
  name_en: id,
  name_ar: id,
  version: 1,
  holders: 0,
  permissions: [],
  can_change: true,
  ...given,
});

const matrix: Matrix = {
  areas: [
    { area: 'trainings', permissions: ['view-batch', 'view-trainings'] },
    { area: 'administration', permissions: ['view-users', 'edit-user'] },
  ],
  roles: [
    aRole('Boss', { can_change: false, permissions: ['view-users', 'edit-user'] }),
    aRole('Clerk', { holders: 12, permissions: ['view-users'] }),
  ],
  grantable: ['view-batch', 'view-trainings', 'view-users'],
};

function show(answer: (request: Request) => Response | Promise<Response> = () => ok(matrix)) {
  setScreen('wide');
  const calls = serve({ [ADDRESS]: answer });
  renderAt(paths.permissions, <PermissionMatrix />);
  return calls;
}

const box = (name: string) => screen.findByRole('checkbox', { name });

describe('the matrix of permissions', () => {
  it('shows what changes before it is saved in one call, by what was seen', async () => {
    const calls = show();
    await userEvent.click(await box('View batches: Clerk'));
    await userEvent.click(await box('View users: Clerk'));
    expect(screen.getByText('Clerk: + View batches, − View users')).toBeInTheDocument();
    expect(screen.getByText('+1 −1')).toBeInTheDocument();
    expect(screen.getByText(/12 users/, { selector: '[role=status]' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.find(({ method }) => method === 'PUT')).toBeDefined();
    expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({
      changes: [{ role_id: 'Clerk', version: 1, grant: ['view-batch'], revoke: ['view-users'] }],
    });
  });

  it('leaves what the reader may not change, and what is changed back is no change', async () => {
    show();
    await userEvent.click(await box('View users: Boss'));
    await userEvent.click(await box('Edit and disable users: Clerk'));
    expect(await box('View users: Boss')).toBeChecked();
    expect(await box('Edit and disable users: Clerk')).not.toBeChecked();
    await userEvent.click(await box('View batches: Clerk'));
    await userEvent.click(await box('View batches: Clerk'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('sets what a permission depends on with it, and clears what depends on it', async () => {
    const areas: Matrix['areas'] = [
      { area: 'administration', permissions: ['view-users', 'edit-user', 'create-training'] },
    ];
    const grantable = areas.flatMap(({ permissions }) => permissions);
    show(() => ok({ ...matrix, areas, grantable, roles: [aRole('Clerk')] }));
    await userEvent.click(await box('Edit and disable users: Clerk'));
    expect(await box('View users: Clerk')).toBeChecked();
    await userEvent.click(await box('View users: Clerk'));
    expect(await box('Edit and disable users: Clerk')).not.toBeChecked();
    expect(screen.getByText('Adds: View users')).toBeVisible();
    expect(screen.getByText('For organizations only; not for admins')).toBeVisible();
  });

  it('is used with the keys, group by group, and narrowed by words', async () => {
    show();
    (await box('View users: Boss')).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(await box('Edit and disable users: Clerk')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp} ');
    expect(await box('View trainings: Clerk')).toBeChecked();
    expect(await box('Trainings and batches: Clerk')).toBePartiallyChecked();
    await userEvent.keyboard('{ArrowUp}{ArrowUp} ');
    expect(await box('View batches: Clerk')).toBeChecked();
    await userEvent.type(screen.getByLabelText('Search permissions'), 'users view');
    const rows = within(screen.getByRole('grid')).getAllByRole('rowheader');
    expect(rows.map((row) => row.textContent)).toEqual(['Administration', 'View users']);
  });

  it('keeps what the reader wants when somebody else has saved, and shows both', async () => {
    const newer = {
      ...matrix,
      roles: [matrix.roles[0], aRole('Clerk', { version: 2, permissions: ['view-trainings'] })],
    };
    let saved = false;
    const calls = show(({ method }) => {
      if (method !== 'PUT') return ok(saved ? newer : matrix);
      if (saved) return ok(newer);
      saved = true;
      return refuse(409, 'role.edit_conflict');
    });
    await userEvent.click(await box('View batches: Clerk'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Clerk: + View trainings, − View users')).toBeInTheDocument();
    expect(await box('View trainings: Clerk')).toBeChecked();
    expect(await box('View batches: Clerk')).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.filter(({ method }) => method === 'PUT').length).toBe(2);
    expect(await calls.findLast(({ method }) => method === 'PUT')?.json()).toEqual({
      changes: [{ role_id: 'Clerk', version: 2, grant: ['view-batch'], revoke: [] }],
    });
  });
});
