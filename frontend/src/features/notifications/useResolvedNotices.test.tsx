import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { emitResolved } from '@/lib/resolved';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { useResolvedNotices } from './useResolvedNotices';

const OPENED = '0198c2f0-0000-7000-8000-000000000001';
const DECIDED = '0198c2f0-0000-7000-8000-000000000002';
const notice = (id: string, record: string) => ({
  id,
  link: `/dashboard/enrollments/requests/${record}`,
  read_at: null,
});

const LIST = '/api/v1/notifications';
const answers = (unread: number) => ({
  [`${LIST}/unread-count`]: () => ok({ unread }),
  [LIST]: () =>
    ok({
      data: [notice('n1', OPENED), notice('n2', DECIDED)],
      meta: { page: 1, page_size: 100, total: 2 },
    }),
  [`${LIST}/n1/read`]: () => ok({}),
  [`${LIST}/n2/read`]: () => ok({}),
});

function Listening() {
  useResolvedNotices('user');
  return null;
}

it('marks as read what is about the record that is opened, and that is decided', async () => {
  const calls = serve(answers(2));
  const marked = () =>
    calls.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname);
  renderAt(`/dashboard/enrollments/requests/${OPENED}`, <Listening />);
  await waitFor(() => expect(marked()).toEqual([`${LIST}/n1/read`]));
  emitResolved(DECIDED);
  await waitFor(() => expect(marked()).toEqual([`${LIST}/n1/read`, `${LIST}/n2/read`]));
});

it('asks for no notices where none is unread', async () => {
  const calls = serve(answers(0));
  renderAt(`/dashboard/enrollments/requests/${OPENED}`, <Listening />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(new URL(calls[0]?.url ?? '').pathname).toBe(`${LIST}/unread-count`);
});
