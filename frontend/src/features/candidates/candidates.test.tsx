import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { CandidateDetail, CandidatePerson } from '@/api/identity';
import { type ProfileType, startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import CandidateEditPage from './CandidateEditPage';
import { AllCandidates, OrganizationCandidates } from './CandidateList';
import CandidatePage from './CandidatePage';

const sara: CandidateDetail = {
  id: 'p1',
  username: 'sara',
  name_en: 'Sara Noor',
  name_ar: 'سارة نور',
  email: 'sara@example.org',
  phone: '+966501234567',
  image_url: null,
  status: 'verified',
  created_at: '2026-11-01T08:00:00Z',
  civil_number: '••••••0008',
  verified_at: '2026-11-02T08:00:00Z',
  paid: false,
  invited_at: null,
  person: null,
};
const person: CandidatePerson = {
  user_id: 'u1',
  locale: 'ar',
  nationality: null,
  birth_date: null,
  gender: null,
  civil_number: '1000000008',
  passport_number: null,
  passport_country: null,
  numbers_fixed_at: '2026-11-03T08:00:00Z',
  address: null,
  organizations: [{ id: 'o1', name_en: 'Gulf Logistics', name_ar: 'لوجستيات الخليج' }],
  can_edit: true,
  can_edit_sign_in_details: true,
  can_erase: false,
  pending_confirmation: null,
};
const GULF = '0198c2f0-0000-7000-8000-000000000001';
const page = (data: unknown[]) =>
  ok({ data, meta: { page: 1, page_size: 20, total: data.length, sums: [] } });

function signIn(type: ProfileType, permissions: string[] = []) {
  const { user } = aSession(type, { permissions });
  if (user) startSession({ access_token: aToken(600), user });
}

const showRecord = (search = '') =>
  renderAt(
    `/dashboard/candidates/p1/view${search}`,
    <Routes>
      <Route path={paths.candidateView} element={<CandidatePage />} />
    </Routes>,
  );

describe('a candidate', () => {
  it('is shown to an organization with no more than it needs, and no way to change it', async () => {
    signIn('organization');
    serve({ '/api/v1/candidates/p1': () => ok(sara) });
    showRecord();
    expect(await screen.findByText('••••••0008')).toBeInTheDocument();
    expect(screen.queryByText('Nationality')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('is shown whole to an admin, whose tabs follow the permissions', async () => {
    signIn('admin', ['view-candidates', 'edit-candidate', 'view-enrollments']);
    serve({
      '/api/v1/candidates/p1': () => ok({ ...sara, person }),
      '/api/v1/enrollments': () => page([]),
      '/api/v1/web': () => ok({}),
    });
    showRecord('?tab=trainings');
    expect(await screen.findByText('No enrollments yet')).toBeInTheDocument();
    const tabs = within(screen.getByRole('tablist')).getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Details', 'Trainings', 'Timeline']);
    await userEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect(screen.getByText('1000000008')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Gulf Logistics' })).toHaveAttribute(
      'href',
      '/dashboard/candidates/organization-candidates?organization_id=o1',
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toBeInTheDocument();
  });

  it('is changed in what was touched alone; a fixed number cannot be typed over', async () => {
    signIn('admin', ['view-candidates', 'edit-candidate']);
    const calls = serve({
      '/api/v1/candidates/p1': () => ok({ ...sara, person }),
      '/api/v1/web': () => ok({}),
    });
    renderAt(
      '/dashboard/candidates/p1',
      <Routes>
        <Route path={paths.candidateEdit} element={<CandidateEditPage />} />
        <Route path={paths.candidateView} element={null} />
      </Routes>,
    );
    const name = await screen.findByRole('textbox', { name: /Full name in English/ });
    expect(screen.getByRole('textbox', { name: /Civil number/ })).toHaveAttribute('readonly');
    await userEvent.clear(name);
    await userEvent.type(name, 'Sara Al Noor');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.filter(({ method }) => method === 'PUT').length).toBe(1);
    const sent = calls.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toEqual({ name_en: 'Sara Al Noor' });
  });
});

describe('removing a candidate', () => {
  it.each([
    ['en', 'Remove account', "Remove Sara Noor's account?", 'Reason'],
    ['ar', 'إزالة الحساب', 'هل تريد إزالة حساب سارة نور؟', 'السبب'],
  ])('asks for a reason and leads to what is open (%s)', async (locale, action, title, reason) => {
    await i18next.changeLanguage(locale);
    signIn('admin', ['view-candidates', 'erase-user']);
    const calls = serve({
      '/api/v1/candidates/p1': () => ok({ ...sara, person: { ...person, can_erase: true } }),
      '/api/v1/candidates/p1/erasure': () => ok({ id: 'e1' }),
    });
    const { router } = showRecord();
    await userEvent.click(await screen.findByRole('button', { name: /Sara Noor|سارة نور/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(dialog.getByRole('button', { name: action }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.type(
      dialog.getByRole('textbox', { name: new RegExp(reason) }),
      'Registered twice',
    );
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await expect
      .poll(() => router.state.location.pathname)
      .toBe('/dashboard/admin-management/erasures/e1');
    const sent = calls.find(({ method }) => method === 'POST');
    expect(await sent?.json()).toEqual({ reason: 'Registered twice' });
  });

  it('is offered to those alone who may', async () => {
    signIn('admin', ['view-candidates', 'edit-candidate']);
    serve({ '/api/v1/candidates/p1': () => ok({ ...sara, person }) });
    showRecord();
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
  });
});

describe('the list of candidates', () => {
  it('has neither a way to add one nor others’ filters for an organization', async () => {
    setScreen('narrow');
    signIn('organization');
    serve({ '/api/v1/candidates': () => page([sara]), '/api/v1/web': () => ok({}) });
    renderAt('/dashboard/candidates', <AllCandidates />);
    expect(await screen.findByText('Sara Noor')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add candidate' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'By organization' })).toBeNull();
  });

  it('asks an admin for the organization, and shows its candidates then', async () => {
    setScreen('narrow');
    signIn('admin', ['view-candidates']);
    const calls = serve({
      '/api/v1/organizations/names': () => page([{ id: GULF, name_en: 'Gulf', name_ar: 'الخليج' }]),
      '/api/v1/candidates': () => page([sara]),
      '/api/v1/web': () => ok({}),
    });
    renderAt(paths.organizationCandidates, <OrganizationCandidates />);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Choose an organization' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Gulf' }));
    expect(await screen.findByText('Sara Noor')).toBeInTheDocument();
    const asked = calls.filter(({ url }) => url.includes('/api/v1/candidates'));
    expect(asked.every(({ url }) => url.includes(`organization_id=${GULF}`))).toBe(true);
  });
});
