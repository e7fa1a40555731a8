import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { type TableState, useTableState } from './useTableState';

function stateAt(path: string) {
  const seen: { state?: TableState<'search' | 'city_id'> } = {};
  function Probe() {
    seen.state = useTableState({ filters: ['search', 'city_id'], sort: 'starts_at' });
    return null;
  }
  const { router } = renderAt(path, <Probe />);
  const state = () => seen.state as TableState<'search' | 'city_id'>;
  return { router, state, address: () => router.state.location.search };
}

describe('the state of a table', () => {
  it('is read from the address', () => {
    const { state } = stateAt('/list?page=3&page_size=50&sort=-price&search=forklift&other=x');
    expect(state()).toMatchObject({
      page: 3,
      pageSize: 50,
      sort: '-price',
      filters: { search: 'forklift', city_id: '' },
      isFiltered: true,
    });
    expect(state().query).toEqual({ page: 3, page_size: 50, sort: '-price', search: 'forklift' });
  });

  it('has defaults, also for nonsense', () => {
    const { state } = stateAt('/list?page=-1&page_size=abc');
    expect(state()).toMatchObject({ page: 1, pageSize: 20, sort: 'starts_at', isFiltered: false });
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
    act(() => state().setFilters({ search: 'customs' }));
    expect(address()).toBe('?kept=1&search=customs');
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
