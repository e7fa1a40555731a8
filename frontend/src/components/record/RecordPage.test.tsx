import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useParams } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiProblem } from '@/api/problem';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { defineList } from '@/components/list/list';
import { renderAt } from '@/test/render';
import { RecordPage } from './RecordPage';

interface Batch {
  id: string;
  code: string;
}

const SIZE = 2;
const BROKEN = 'BAD-1';
let codes: string[] = [];

const batches = defineList({
  key: 'batches',
  path: '/batches',
  schema: z.object({
    search: z._default(z.optional(z.string()), ''),
    page: z._default(z.optional(z.int().check(z.gte(1))), 1),
    page_size: z._default(z.optional(z.int()), SIZE),
  }),
  query: (query) => ({
    queryKey: ['batches', query],
    queryFn: () => {
      const { search = '', page = 1 } = query;
      const found = codes.filter((code) => code.includes(search));
      return {
        data: found
          .slice((page - 1) * SIZE, page * SIZE)
          .map((code): Batch => ({ id: code.toLowerCase(), code })),
        meta: { page, page_size: SIZE, total: found.length },
      };
    },
  }),
  href: ({ id }: Batch) => `/batches/${id}`,
});

const column = defineColumns<Batch>();
const List = () => (
  <ListPage
    list={batches}
    title="Batches"
    columns={[column.code('code', 'Code')]}
    empty={{ title: 'None' }}
  />
);

const read = vi.fn((id: string): Batch => ({ id, code: id.toUpperCase() }));

/** A card that throws for one record code. */
function Fees({ code }: { code: string }) {
  if (code === BROKEN) throw new Error('broken');
  return null;
}

function Record() {
  const { id = '' } = useParams();
  const query = useQuery({ queryKey: ['batch', id], queryFn: () => read(id) });
  return (
    <RecordPage
      list={batches}
      listTitle="Batches"
      id={id}
      query={query}
      notFound="errors.resource.not_found"
      title={(batch) => (batch ? `Batch ${batch.code}` : 'Batch')}
      code={({ code }) => code}
      actions={() => [{ label: 'Close', onSelect: () => {} }]}
      aside={() => <p>Seats</p>}
      tabs={({ code }) => [
        { key: 'sessions', label: 'Sessions', content: <p>Sessions of {code}</p> },
      ]}
    >
      {({ code }) => (
        <>
          <p>About {code}</p>
          <Fees code={code} />
        </>
      )}
    </RecordPage>
  );
}

function show(address: string, known = ['FLT-1', 'FLT-2', 'SAF-1', 'FLT-3', 'FLT-4']) {
  codes = known;
  return renderAt(
    address,
    <Routes>
      <Route path="/batches" element={<List />} />
      <Route path="/batches/:id" element={<Record />} />
    </Routes>,
  );
}

const step = (name: 'Previous' | 'Next') => screen.findByRole('link', { name: `${name} in list` });

describe('a record page', () => {
  it('shows its other cards when one fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    show('/batches/bad-1', [BROKEN]);
    expect(await screen.findByText('About BAD-1')).toBeVisible();
    expect(screen.getByText('Seats')).toBeVisible();
    expect(screen.getByRole('alert')).toBeVisible();
  });

  it('leads through the list as it was filtered, over its pages and back', async () => {
    const { router } = show('/batches?search=FLT');
    await userEvent.click(await screen.findByRole('link', { name: 'FLT-2' }));
    expect(await screen.findByText('About FLT-2')).toBeVisible();
    await userEvent.click(await step('Next'));
    expect(await screen.findByText('About FLT-3')).toBeVisible();
    await userEvent.click(await step('Next'));
    expect(await screen.findByText('About FLT-4')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next in list' })).toBeDisabled();
    await userEvent.click(screen.getByRole('link', { name: 'Batches' }));
    expect(router.state.location).toMatchObject({
      pathname: '/batches',
      search: '?search=FLT&page=2',
    });
    await userEvent.click(await screen.findByRole('link', { name: 'FLT-3' }));
    await userEvent.click(await step('Previous'));
    expect(await screen.findByText('About FLT-2')).toBeVisible();
  });

  it('keeps its place in the list that it has left meanwhile', async () => {
    const { client } = show('/batches');
    await userEvent.click(await screen.findByRole('link', { name: 'FLT-1' }));
    await step('Next');
    codes = codes.filter((code) => code !== 'FLT-1');
    await client.invalidateQueries();
    expect(await step('Next')).toHaveAttribute('href', '/batches/flt-2');
  });

  it('has no neighbours for who did not come from the list', async () => {
    show('/batches/flt-1');
    expect(await screen.findByRole('heading', { name: 'Batch FLT-1' })).toBeVisible();
    expect(screen.getByText('Seats')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next in list' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Actions: Batch FLT-1' }));
    expect(screen.getByRole('menuitem', { name: 'Close' })).toBeVisible();
  });

  it('keeps the open tab in the address, and shows the details for any that there is not', async () => {
    const { router } = show('/batches/flt-1?tab=nothing');
    expect(await screen.findByText('About FLT-1')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Sessions' }));
    expect(screen.getByText('Sessions of FLT-1')).toBeVisible();
    expect(screen.queryByText('About FLT-1')).toBeNull();
    expect(router.state.location.search).toBe('?tab=sessions');
    await userEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect(screen.getByText('Seats')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('says why it cannot be had, and tries again', async () => {
    read.mockImplementationOnce(() => {
      throw new ApiProblem(0, {});
    });
    show('/batches/flt-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('About FLT-1')).toBeVisible();
  });

  it('is not found where there is no such record', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    read.mockImplementationOnce(() => {
      throw new ApiProblem(404, { code: 'resource.not_found' });
    });
    show('/batches/none');
    expect(await screen.findAllByText(/errors.resource.not_found/)).not.toHaveLength(0);
  });
});
