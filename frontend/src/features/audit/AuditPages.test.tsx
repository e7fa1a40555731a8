import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { AuditEntryRead } from '@/api/identity';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import AuditEntryPage from './AuditEntryPage';
import AuditListPage from './AuditListPage';

const entry: AuditEntryRead = {
  id: 'a1',
  recorded_at: '2026-11-20T08:00:00Z',
  service: 'catalog',
  action: 'updated',
  noun: 'training',
  record_id: 't-7',
  user_id: 'u1',
  client_id: null,
  client_name: null,
  username: 'gla',
  user_name_en: 'Layla Noor',
  user_name_ar: 'ليلى نور',
  organization_id: null,
  organization_name_en: null,
  organization_name_ar: null,
  network: '203.0.113.7',
  changes: [
    { field: 'price_minor', before: 100, after: null },
    { field: 'title_ar', before: 'قديم', after: 'جديد' },
  ],
};

const page = (data: AuditEntryRead[]) => ({
  data,
  meta: { page: 1, page_size: 20, total: data.length },
});

it('the trail is asked for by kind of record, and names kinds that are new here as they are', async () => {
  setScreen('narrow');
  const calls = serve({
    '/api/v1/audit-trail': () =>
      ok(
        page([entry, { ...entry, id: 'a2', noun: 'voucher', user_name_en: null, username: null }]),
      ),
  });
  renderAt('/dashboard/admin-management/audit-trail?noun=training', <AuditListPage />);
  expect(await screen.findByText('Layla Noor')).toBeInTheDocument();
  expect(screen.getAllByText('Price, Title')).toHaveLength(2);
  expect(screen.getByText('voucher')).toBeInTheDocument();
  expect(new URL(calls[0]?.url ?? '').searchParams.get('noun')).toBe('training');
});

it('a change shows each field before and after', async () => {
  serve({ '/api/v1/audit-trail/a1': () => ok(entry) });
  const router = createMemoryRouter([{ path: paths.auditEntry, element: <AuditEntryPage /> }], {
    initialEntries: [paths.auditEntry.replace(':id', 'a1')],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Training: Updated' })).toBeInTheDocument();
  const row = within(screen.getByRole('row', { name: /Price/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['100', '–']);
  expect(screen.getByRole('rowheader', { name: 'Title (Arabic)' })).toBeInTheDocument();
  expect(screen.getByText('203.0.113.7')).toBeInTheDocument();
});
