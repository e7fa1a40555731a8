import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import DashboardPage from './DashboardPage';

const page = (data: unknown[], total = data.length) =>
  ok({ data, meta: { page: 1, page_size: 5, total } });

const enrollment = {
  id: 'e1',
  status: 'requested',
  created_at: '2026-11-18T08:00:00Z',
  payment_due_at: null,
  batch: { title_en: 'Forklift driving', title_ar: 'قيادة الرافعات' },
  candidate: { name_en: 'Omar', name_ar: 'عمر' },
};

const lists = {
  '/api/v1/enrollments': () => page([{ ...enrollment, status: 'confirmed' }], 49),
  '/api/v1/enrollments/requests': () => page([enrollment], 11),
  '/api/v1/batches/managed': () => page([]),
  '/api/v1/payments': () => page([]),
};

function show(...session: Parameters<typeof aSession>): void {
  const { user } = aSession(...session);
  if (!user) throw new Error('a session has a user');
  startSession({ access_token: aToken(600), user });
  renderAt('/dashboard', <DashboardPage />);
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the home of the dashboard', () => {
  it('shows an organization who waits for it, and leads there, in seven calls', async () => {
    const calls = serve(lists);
    show('organization');
    expect(await screen.findByRole('link', { name: /Enrollment requests 11/ })).toHaveAttribute(
      'href',
      '/dashboard/enrollments/requests',
    );
    const requests = await panel('Requests awaiting your decision');
    expect(requests.getByRole('link', { name: /Omar/ })).toHaveAttribute(
      'href',
      '/dashboard/enrollments/requests/e1',
    );
    expect(await screen.findByText('No upcoming batches')).toBeVisible();
    expect(calls).toHaveLength(7);
  });

  it('asks nothing for staff that only organizations may see', async () => {
    const calls = serve(lists);
    show('staff');
    expect(await screen.findByRole('link', { name: /Confirmed 49/ })).toBeVisible();
    expect(screen.queryByText('Requests awaiting your decision')).toBeNull();
    expect(calls.map(({ url }) => new URL(url).pathname)).not.toContain(
      '/api/v1/enrollments/requests',
    );
  });

  it('shows an admin only what the permissions open', async () => {
    const calls = serve(lists);
    show('admin', { permissions: ['view-payments'] });
    const payments = await panel('Latest payments');
    expect(payments.getByText('No payments yet')).toBeVisible();
    expect(new Set(calls.map(({ url }) => new URL(url).pathname))).toEqual(
      new Set(['/api/v1/payments']),
    );
  });

  it('shows an admin the approvals that wait', async () => {
    serve({
      ...lists,
      '/api/v1/approvals': () =>
        page([
          {
            id: 'a1',
            content_type: 'organization',
            name_en: 'Gulf Logistics',
            name_ar: 'لوجستيات الخليج',
            submitted_at: '2026-11-18T08:00:00Z',
          },
        ]),
    });
    show('admin', { roles: ['super-admin'] });
    const approvals = await panel('Approvals waiting for you');
    expect(approvals.getByRole('link', { name: /Gulf Logistics/ })).toHaveAttribute(
      'href',
      '/dashboard/approval-system/a1',
    );
  });

  it('shows a trainer the next sessions and where they are, and asks for nothing else', async () => {
    const session = {
      id: 's1',
      batch_id: 'b1',
      title_en: 'Day 2',
      title_ar: 'اليوم 2',
      training_title_en: 'Forklift driving',
      training_title_ar: 'قيادة الرافعات',
      starts_at: '2026-12-01T06:00:00Z',
      ends_at: '2026-12-01T11:00:00Z',
      venue_en: 'Yard 4',
      venue_ar: 'الساحة 4',
      city: null,
    };
    const calls = serve({ '/api/v1/batches/mine/sessions': () => page([session]) });
    show('trainer');
    const row = await (await panel('Your next sessions')).findByRole('link', {
      name: /Forklift driving/,
    });
    expect(row).toHaveAttribute('href', '/dashboard/my-batches/b1');
    expect(row).toHaveTextContent('Day 2 · Yard 4');
    expect(calls).toHaveLength(1);
  });

  it('goes on where one service fails', async () => {
    serve({ ...lists, '/api/v1/batches/managed': () => refuse(403, 'auth.forbidden') });
    show('organization');
    const batches = await panel('Upcoming batches');
    expect(await batches.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await screen.findByRole('link', { name: /Confirmed 49/ })).toBeVisible();
  });
});
