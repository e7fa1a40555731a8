import type { GridColDef } from '@mui/x-data-grid';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { useTableState } from '@/lib/useTableState';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { DataTable, type ListPage } from './DataTable';

interface City {
  id: string;
  name: string;
  people: number;
}

const columns: GridColDef<City>[] = [
  { field: 'name', headerName: 'Name', width: 200 },
  {
    field: 'people',
    headerName: 'People',
    width: 200,
    valueFormatter: (value: number) => `${value} M`,
  },
];
const page = (data: City[], total = data.length): ListPage<City> => ({
  data,
  meta: { page: 1, page_size: 20, total },
});
const riyadh = { id: '1', name: 'Riyadh', people: 7 };
const refetch = vi.fn();

function Cities({ data, error = null }: { data?: ListPage<City>; error?: unknown }) {
  const state = useTableState({ filters: ['search'], sort: '-name' });
  return (
    <DataTable
      label="Cities"
      columns={columns}
      query={{ data, error, isFetching: false, refetch }}
      state={state}
      empty={{ title: 'No city yet' }}
      rowHref={({ id }) => `/cities/${id}`}
    />
  );
}

describe('a table', () => {
  it('says that there is nothing yet', () => {
    renderAt('/cities', <Cities data={page([])} />);
    expect(screen.getByText('No city yet')).toBeVisible();
  });

  it('says that nothing was found when filters are set, and clears them', async () => {
    const { router } = renderAt('/cities?search=x', <Cities data={page([])} />);
    expect(screen.getByText('Nothing found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
  });

  it('shows why it failed and tries again', async () => {
    renderAt('/cities', <Cities error={new ApiProblem(0, {})} />);
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps what it has when asking anew fails', () => {
    renderAt('/cities', <Cities data={page([riyadh])} error={new ApiProblem(0, {})} />);
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
    expect(screen.getByRole('grid', { name: 'Cities' })).toBeVisible();
  });

  it('goes back to its last page from behind the end', async () => {
    const { router } = renderAt(
      '/cities?page=9',
      <Cities data={{ data: [], meta: { page: 9, page_size: 20, total: 45 } }} />,
    );
    await expect.poll(() => router.state.location.search).toBe('?page=3');
  });

  it('becomes cards on a narrow screen, with pages', async () => {
    setScreen('narrow');
    const { router } = renderAt('/cities', <Cities data={page([riyadh], 45)} />);
    expect(screen.getByRole('link', { name: /Riyadh/ })).toHaveAttribute('href', '/cities/1');
    expect(screen.getByText('7 M')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /page 2/i }));
    expect(router.state.location.search).toBe('?page=2');

    await userEvent.click(screen.getByRole('combobox', { name: 'Order' }));
    await userEvent.click(screen.getByRole('option', { name: 'People, ascending' }));
    expect(router.state.location.search).toBe('?sort=people');
  });
});
