import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import BulkListPage from './BulkListPage';

it('a file that was not confirmed yet owes nothing, in no currency', async () => {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
  const file = {
    id: 'file-1',
    status: 'checked',
    file_name: 'people.xlsx',
    row_count: 3,
    invalid: 1,
    confirmed: 0,
    bought_seats: 0,
    amount_minor: 0,
    currency: '',
    created_at: '2026-11-01T08:00:00Z',
  };
  const paid = {
    ...file,
    id: 'file-2',
    status: 'finished',
    file_name: 'paid.xlsx',
    amount_minor: 250_000,
    currency: 'SAR',
  };
  serve({
    '/api/v1/bulk-enrollments': () =>
      ok({ data: [file, paid], meta: { page: 1, page_size: 20, total: 2 } }),
  });
  renderAt('/', <BulkListPage />);
  expect(await screen.findByText('people.xlsx')).toBeVisible();
  expect(screen.getByText(/2,500/)).toBeVisible();
});
