import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import * as toasts from '@/lib/toast';
import { renderAt } from '@/test/render';
import type { ListState } from './useAddressState';
import { useListState } from './useListState';

const schema = z.object({
  search: z._default(z.optional(z.string().check(z.maxLength(20))), ''),
  status: z.optional(z.array(z.enum(['open', 'paid']))),
  batch_id: z.nullish(z.uuid()),
  free: z.nullish(z.boolean()),
  price_min: z.nullish(z.int().check(z.gte(0))),
  sort: z._default(z.optional(z.enum(['starts_at', '-starts_at', 'price', '-price'])), 'starts_at'),
  page: z._default(z.optional(z.int().check(z.gte(1))), 1),
  page_size: z._default(z.optional(z.int().check(z.gte(1), z.lte(500))), 20),
});

function stateAt(path: string, options?: { sort?: string }) {
  const seen: { state?: ListState<z.input<typeof schema>> } = {};
  function Probe() {
    seen.state = useListState(schema, options);
    return null;
  }
  const { router } = renderAt(path, <Probe />);
  const state = () => seen.state as ListState<z.input<typeof schema>>;
  return { router, state, address: () => router.state.location.search };
}

describe('the state of a list', () => {
  const warning = vi.fn();
  beforeEach(() => {
    warning.mockClear();
    vi.spyOn(toasts.toast, 'warning').mockImplementation(warning);
  });
  afterEach(() => vi.restoreAllMocks());

  it('is read from the address in the types of the call', () => {
    const { state } = stateAt(
      '/list?page=3&page_size=50&sort=-price&search=forklift&status=open&status=paid&free=true&price_min=5&other=x',
    );
    expect(state().query).toEqual({
      page: 3,
      page_size: 50,
      sort: '-price',
      search: 'forklift',
      status: ['open', 'paid'],
      free: true,
      price_min: 5,
    });
    expect(state()).toMatchObject({ page: 3, pageSize: 50, sort: '-price', isFiltered: true });
    expect(state().texts('status')).toEqual(['open', 'paid']);
    expect(state().sorts).toContain('-starts_at');
    expect(warning).not.toHaveBeenCalled();
  });

  it('has the defaults of the call, and an order of its own where one is given', () => {
    const { state } = stateAt('/list');
    expect(state().query).toEqual({ page: 1, page_size: 20, sort: 'starts_at' });
    expect(state().isFiltered).toBe(false);
    expect(stateAt('/list', { sort: '-price' }).state().sort).toBe('-price');
  });

  it('drops what the call would refuse, and says so', async () => {
    const { state, address } = stateAt(
      '/list?page=-1&page_size=abc&sort=name&status=lost&batch_id=7&price_min=&search=kept&own=1',
    );
    expect(state().query).toEqual({ page: 1, page_size: 20, sort: 'starts_at', search: 'kept' });
    await expect.poll(address).toBe('?price_min=&search=kept&own=1');
    expect(warning).toHaveBeenCalledOnce();
    expect(String(warning.mock.calls[0]?.[0])).toContain('status=lost');
  });

  it('goes nowhere when it is set to what it is', () => {
    const { state, router } = stateAt('/list?status=open');
    const { key } = router.state.location;
    act(() => state().setPage(1));
    act(() => state().setSort(null));
    act(() => state().setFilters({ status: 'open' }));
    expect(router.state.location.key).toBe(key);
  });

  it('is written to the address without what is usual', () => {
    const { state, address } = stateAt('/list');
    act(() => state().setPage(2));
    expect(address()).toBe('?page=2');
    act(() => state().setSort('-price'));
    expect(address()).toBe('?sort=-price');
    act(() => state().setSort('starts_at'));
    expect(address()).toBe('');
  });

  it('returns to the first page when a filter changes', () => {
    const { state, address } = stateAt('/list?page=4&kept=1');
    act(() => state().setFilters({ status: ['open', 'paid'], search: 'customs' }));
    expect(address()).toBe('?kept=1&status=open&status=paid&search=customs');
    act(() => state().clearFilters());
    expect(address()).toBe('?kept=1');
  });

  it('follows the back button', async () => {
    const { router, state } = stateAt('/list');
    act(() => state().setPage(2));
    await act(() => router.navigate(-1));
    expect(state().page).toBe(1);
  });
});
