import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { StaffDetail } from '@/api/identity';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import StaffAddExistingPage from './StaffAddExistingPage';
import { StaffDialog } from './StaffDialog';
import StaffEditPage from './StaffEditPage';

const member: StaffDetail = {
  id: 'p7',
  type: 'staff',
  status: 'active',
  approval_status: 'submitted',
  approval_comment: null,
  role: 'none',
  name_en: 'Reem Al Harbi',
  name_ar: 'ريم الحربي',
  username: 'reem',
  email: 'reem@example.org',
  phone: '+966501234567',
  image_url: null,
  paid: false,
  invited_at: '2026-11-20T08:00:00Z',
  invitation_expires_at: null,
  created_at: '2026-11-20T08:00:00Z',
};

describe('somebody with an account', () => {
  it('is invited only after it was shown who that is', async () => {
    const calls = serve({
      '/api/v1/staff/people': () => ok({ name_en: 'Reem H.', name_ar: 'ريم ا.' }),
      '/api/v1/staff/existing': () => ok(member),
    });
    const { router } = renderAt('/dashboard/staff/add-existing', <StaffAddExistingPage />);
    const field = await screen.findByLabelText(/Email or civil number/);
    await userEvent.type(field, 'reem@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByText(/Found: Reem H\./)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('combobox', { name: /Type/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Trainer' }));
    expect(screen.queryByRole('combobox', { name: /Role/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard/staff/p7/view');
    expect(await calls.at(-1)?.json()).toEqual({
      identifier: 'reem@example.org',
      type: 'trainer',
      role: 'none',
    });
  });

  it('who is not found is said so', async () => {
    serve({ '/api/v1/staff/people': () => refuse(404, 'person.not_found') });
    renderAt('/dashboard/staff/add-existing', <StaffAddExistingPage />);
    await userEvent.type(await screen.findByLabelText(/Email or civil number/), 'nobody@x.sa');
    await userEvent.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/No account uses this email/);
  });
});

describe('a member', () => {
  it('is suspended after the consequence was shown', async () => {
    const calls = serve({
      '/api/v1/staff/p7/suspend': () => ok({ ...member, status: 'suspended' }),
    });
    renderAt('/', <StaffDialog member={member} question="suspend" onClose={() => {}} />);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/lose access to your organization immediately/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
    await expect.poll(() => calls.map(({ method }) => method)).toEqual(['POST']);
  });

  it('gets the admin role', async () => {
    const calls = serve({ '/api/v1/staff/': () => ok(member) });
    renderAt('/', <StaffEditPage />);
    await userEvent.click(await screen.findByRole('combobox', { name: /Role/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Admin' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.some(({ method }) => method === 'PUT')).toBe(true);
    expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({ role: 'admin' });
  });
});
