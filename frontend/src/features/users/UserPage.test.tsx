import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AccountDetail } from '@/api/identity';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import { UserDialog } from './UserDialog';
import UserEditPage from './UserEditPage';
import UserListPage from './UserListPage';
import UserPage from './UserPage';
import { UserProfiles } from './UserProfiles';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const user: AccountDetail = {
  id: '7',
  username: 'reem',
  name_en: 'Reem Al Harbi',
  name_ar: 'ريم الحربي',
  email: 'reem@example.org',
  phone: '+966501234567',
  image_url: null,
  status: 'active',
  verified_at: '2026-11-20T08:00:00Z',
  profiles: [
    {
      id: 'p1',
      type: 'admin',
      organization_id: null,
      organization_name_en: null,
      organization_name_ar: null,
      approval_status: 'approved',
      roles: [{ id: 'r1', slug: 'clerk', name_en: 'Clerk', name_ar: 'كاتب' }],
    },
  ],
  created_at: '2026-11-19T08:00:00Z',
  locale: 'ar',
  civil_number: '••••••0008',
  passport_number: null,
  nationality: null,
  birth_date: null,
  gender: null,
  invited_at: null,
  second_factor_at: null,
  documents: [],
  sessions: [
    {
      id: 's1',
      user_agent: CHROME,
      created_at: '2026-11-20T08:00:00Z',
      used_at: '2026-11-21T08:00:00Z',
    },
  ],
  can_edit: true,
  can_change_roles: true,
  can_edit_sign_in_details: true,
  pending_confirmation: null,
  version: 4,
};

const page = (data: unknown[]) => ({ data, meta: { page: 1, page_size: 20, total: data.length } });
const roles = page([
  { id: 'r1', slug: 'clerk', name_en: 'Clerk', name_ar: 'كاتب' },
  { id: 'r2', slug: 'judge', name_en: 'Judge', name_ar: 'حكم' },
]);

describe('a user', () => {
  it('is disabled after the consequence was shown', async () => {
    const calls = serve({
      '/api/v1/users/7/disable': () => ok({ ...user, status: 'disabled', sessions: [] }),
    });
    renderAt('/', <UserDialog user={user} question="disable" onClose={() => {}} />);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/signed out everywhere and can't sign in/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Disable account' }));
    await expect.poll(() => calls.map(({ method }) => method)).toEqual(['POST']);
  });

  it('gets roles by what was seen, and a refusal stands in the dialog', async () => {
    const calls = serve({
      '/api/v1/roles': () => ok(roles),
      '/api/v1/users/7/profiles/p1/roles': () => refuse(403, 'role.not_held'),
    });
    renderAt('/', <UserProfiles user={user} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles: Admin' }));
    await userEvent.click(await screen.findByRole('combobox', { name: /Roles/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Judge' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/nothing beyond what you may do/);
    const sent = calls.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toEqual({ role_ids: ['r1', 'r2'], version: 4 });
  });

  it('offers nothing that would be refused', async () => {
    const only = { ...user, can_edit: false, can_change_roles: false };
    serve({ '/api/v1/users/': () => ok(only), '/api/v1/users': () => ok(page([only])) });
    renderAt('/', <UserPage />);
    expect(await screen.findByText('Chrome · Windows')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Sign out|Actions|Change roles/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('is changed by what was touched alone', async () => {
    const calls = serve({ '/api/v1/users/': () => ok(user), '/api/v1/users': () => ok(page([])) });
    renderAt('/', <UserEditPage />);
    const name = await screen.findByLabelText(/^Full name in English/);
    await userEvent.clear(name);
    await userEvent.type(name, 'Reem Al Harthi');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.some(({ method }) => method !== 'GET')).toBe(true);
    const sent = calls.find(({ method }) => method !== 'GET');
    expect(await sent?.json()).toEqual({ name_en: 'Reem Al Harthi' });
  });
});

describe('the list of users', () => {
  it('has no way to add one for those who may not', async () => {
    setScreen('narrow');
    serve({ '/api/v1/users': () => ok(page([user])), '/api/v1/roles': () => ok(roles) });
    renderAt('/dashboard/admin-management', <UserListPage />);
    expect(await screen.findByText('Reem Al Harbi')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull();
  });
});
