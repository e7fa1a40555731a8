import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { RecordChanges } from './RecordChanges';

const entry = {
  id: 'a1',
  recorded_at: '2026-11-20T08:00:00Z',
  noun: 'training',
  action: 'updated',
  username: 'gla',
  user_name_en: 'Layla Noor',
  changes: [{ field: 'price_minor', before: 100, after: null }],
};

describe('the changes of a record', () => {
  it('are those of its ids, each leading to the whole change', async () => {
    const calls = serve({
      '/api/v1/audit-trail': () =>
        ok({ data: [entry], meta: { page: 1, page_size: 20, total: 1 } }),
    });
    renderAt('/', <RecordChanges of={{ record_id: ['u1', 'p1'] }} />);
    const row = await screen.findByRole('link', { name: /Training: Updated/ });
    expect(row).toHaveTextContent('Layla Noor · Price');
    expect(row).toHaveAttribute('href', '/dashboard/admin-management/audit-trail/a1');
    expect(screen.getByRole('link', { name: /Changes/ })).toHaveAttribute(
      'href',
      '/dashboard/admin-management/audit-trail?record_id=u1&record_id=p1',
    );
    expect(calls[0]?.url).toContain('record_id=u1&record_id=p1');
  });
});
