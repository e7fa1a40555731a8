import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SearchSelect } from '@/components/form/SearchSelect';
import { useBatchFilter } from '@/domain/useBatchFilter';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { aBatch } from './testing';

const page = (code: string) =>
  ok({ data: [{ ...aBatch(), id: code, code }], meta: { page: 1, page_size: 20, total: 1 } });

function Field() {
  const { source, label } = useBatchFilter();
  return <SearchSelect source={source} label={label} value={null} onChange={() => {}} />;
}

it('offers the batches to come first, the nearest before all, then those that have begun', async () => {
  const calls = serve({
    '/api/v1/batches/managed': ({ url }) => page(`FLT-${new URL(url).searchParams.get('phase')}`),
  });
  renderAt('/', <Field />);
  await userEvent.click(screen.getByRole('combobox'));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent?.match(/FLT-\w+/)?.[0])).toEqual([
    'FLT-upcoming',
    'FLT-running',
    'FLT-ended',
  ]);
  const upcoming = calls.find(({ url }) => url.includes('phase=upcoming'));
  expect(new URL(upcoming?.url ?? '').searchParams.get('sort')).toBe('starts_at');
});
