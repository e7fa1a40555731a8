import Button from '@mui/material/Button';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiProblem } from '@/api/problem';
import * as files from '@/lib/download';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { BulkBar } from './BulkBar';
import { defineColumns } from './columns';
import type { Filter } from './filters';
import { ListPage } from './ListPage';
import { defineList, type Page } from './list';

interface City {
  id: string;
  name_en: string;
  name_ar: string;
  people: number;
  fee: number;
  currency: string;
}

const schema = z.object({
  search: z._default(z.optional(z.string()), ''),
  size: z.optional(z.array(z.enum(['large', 'small']))),
  fee_from: z.optional(z.int().check(z.gte(0))),
  fee_to: z.optional(z.int().check(z.gte(0))),
  sort: z._default(z.optional(z.enum(['people', '-people'])), '-people'),
  page: z._default(z.optional(z.int().check(z.gte(1))), 1),
  page_size: z._default(z.optional(z.int().check(z.gte(1), z.lte(500))), 20),
});
type Query = z.input<typeof schema>;

const riyadh: City = {
  id: '1',
  name_en: 'Riyadh',
  name_ar: 'الرياض',
  people: 7,
  fee: 125_050,
  currency: 'SAR',
};
const jeddah: City = { ...riyadh, id: '2', name_en: 'Jeddah', name_ar: 'جدة', people: 4 };

const pageOf = (data: City[], total = data.length, page = 1): Page<City> => ({
  data,
  meta: { page, page_size: 20, total },
});

const twinned: string[] = [];
const renamed = vi.fn<(id: string) => Promise<unknown>>();

const column = defineColumns<City>();
const columns = [
  column.localized('name', 'Name'),
  column.text('people', 'People', { read: ({ people }) => `${people} M`, order: 'numbers' }),
  column.money('fee', 'Fee'),
  column.own('twin', 'Twin', {
    cell: ({ name_en }) => (
      <Button data-row-key="a" onClick={() => twinned.push(name_en)}>
        Twin {name_en}
      </Button>
    ),
  }),
  column.code('code', 'Code', { read: ({ id }) => `C-${id}`, hidden: true }),
];
const filters: Filter[] = [
  {
    kind: 'choice',
    name: 'size',
    label: 'Size',
    options: [
      { value: 'large', label: 'Large' },
      { value: 'small', label: 'Small' },
    ],
  },
  { kind: 'amounts', from: 'fee_from', to: 'fee_to', label: 'Cost', currency: 'SAR' },
];

/** Renders the list at this URL with this server response. */
function show(address: string, answer: (query: Query) => Page<City> | Promise<Page<City>>) {
  const asked: Query[] = [];
  const saved: Query[] = [];
  const list = defineList({
    key: 'cities',
    path: '/cities',
    schema,
    query: (query) => ({
      queryKey: ['cities', query],
      queryFn: async () => {
        asked.push(query);
        return answer(query);
      },
    }),
    file: async (query) => {
      saved.push(query);
      if (query.size?.includes('small'))
        throw new ApiProblem(422, { code: 'export.too_many_rows' });
      const headers = { 'content-disposition': 'attachment; filename="cities-2026-11-22.csv"' };
      return { data: new Blob(['rows']), response: new Response(null, { headers }) };
    },
    href: ({ id }: City) => `/cities/${id}`,
  });
  const view = renderAt(
    address,
    <ListPage
      list={list}
      title="Cities"
      search="Search cities"
      tabs={{ name: 'size', label: 'Size', options: [{ value: 'large', label: 'Large' }] }}
      sections={{
        label: 'Places',
        of: [
          { to: '/cities', label: 'Cities', count: 1200 },
          { to: '/villages', label: 'Villages' },
        ],
      }}
      filters={filters}
      rowKeys={[{ key: 'a', label: 'Twin the city' }]}
      sums={[{ field: 'fee_minor', label: 'All fees' }]}
      columns={columns}
      actions={{
        name: ({ name_en }) => name_en,
        of: ({ id }) => [
          { label: 'Edit', to: `/cities/${id}/edit` },
          { label: 'Rename', onSelect: () => renamed(id) },
        ],
      }}
      bulk={{
        selectable: ({ id }) => id !== '3',
        label: ({ name_en }) => `Select ${name_en}`,
        render: (chosen, clear, all) =>
          chosen.length > 0 && (
            <BulkBar label="Marked" count={chosen.length} all={all} onClear={clear}>
              <Button
                data-row-key="a"
                onClick={() => twinned.push(chosen.map(({ name_en }) => name_en).join(' and '))}
              >
                Close {chosen.map(({ name_en }) => name_en).join(', ')}
              </Button>
            </BulkBar>
          ),
      }}
      empty={{ title: 'No city yet' }}
    />,
  );
  return { ...view, asked, saved };
}

describe('a list page', () => {
  it('says that there is nothing yet', async () => {
    show('/cities', () => pageOf([]));
    expect(await screen.findByText('No city yet')).toBeVisible();
  });

  it('is narrowed to amounts, which stand in the address in minor units', async () => {
    const user = userEvent.setup();
    const { router, asked } = show('/cities', () => pageOf([riyadh]));
    await user.click(await screen.findByRole('button', { name: 'Cost' }));
    await user.type(await screen.findByRole('textbox', { name: 'From' }), '12.50{Enter}');
    expect(router.state.location.search).toBe('?fee_from=1250');
    expect(asked.at(-1)).toMatchObject({ fee_from: 1250 });
    expect(await screen.findByRole('button', { name: /^Cost: from .*12\.50/ })).toBeVisible();
  });

  it('names what nothing was found for, and clears it', async () => {
    const { router } = show('/cities?search=x&size=large', () => pageOf([]));
    expect(await screen.findByText('Nothing found')).toBeVisible();
    expect(screen.getByText('“x”')).toBeVisible();
    const hint = screen.getByText(/Nothing matches these filters/);
    expect(hint).toHaveTextContent('Size: Large');
    const [, clear] = screen.getAllByRole('button', { name: 'Clear filters' });
    await userEvent.click(clear as HTMLElement);
    expect(router.state.location.search).toBe('');
  });

  it('shows why it failed and tries again', async () => {
    let fails = true;
    show('/cities', () => {
      if (fails) throw new ApiProblem(0, {});
      return pageOf([riyadh]);
    });
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't reach the server");
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Riyadh' })).toBeVisible();
  });

  it('keeps what it has when asking anew fails', async () => {
    let fails = false;
    const { client } = show('/cities', () => {
      if (fails) throw new ApiProblem(0, {});
      return pageOf([riyadh]);
    });
    await screen.findByRole('link', { name: 'Riyadh' });
    fails = true;
    await client.refetchQueries();
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't reach the server");
    expect(screen.getByRole('grid', { name: 'Cities' })).toBeVisible();
  });

  it('goes back to its last page from behind the end', async () => {
    const { router } = show('/cities?page=9', () => pageOf([], 45, 9));
    await expect.poll(() => router.state.location.search).toBe('?page=3');
  });

  it('links every row, counts its tabs and sorts by what the call offers', async () => {
    const { router } = show('/cities', () => pageOf([riyadh, jeddah], 45));
    const link = await screen.findByRole('link', { name: 'Riyadh' });
    expect(link).toHaveAttribute('href', '/cities/1');
    expect(screen.getByRole('tab', { name: 'Large (45)' })).toBeVisible();
    expect(screen.getByText('1–20 of 45')).toBeVisible();
    await userEvent.click(screen.getByText('People'));
    expect(router.state.location.search).toBe('?sort=people');
    await userEvent.click(screen.getByText('Name'));
    expect(router.state.location.search).toBe('?sort=people');
  });

  it('opens a row that is pressed anywhere, with Ctrl or the middle button in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { router } = show('/cities', () => pageOf([riyadh]));
    const cell = await screen.findByText('7 M');
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(cell);
    await user.keyboard('{/Control}');
    await user.pointer([{ keys: '[MouseMiddle]', target: cell }]);
    expect(opened.mock.calls.map(([address]) => address)).toEqual(['/cities/1', '/cities/1']);
    expect(router.state.location.pathname).toBe('/cities');
    await user.click(screen.getByRole('button', { name: 'Actions: Riyadh' }));
    expect(router.state.location.pathname).toBe('/cities');
    await user.keyboard('{Escape}');
    await user.click(cell);
    expect(router.state.location.pathname).toBe('/cities/1');
  });

  it('filters by several values where the call takes several', async () => {
    const { router, asked } = show('/cities', () => pageOf([riyadh]));
    await userEvent.click(await screen.findByRole('button', { name: 'Size' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Small' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Large' }));
    expect(router.state.location.search).toBe('?size=large&size=small');
    expect(asked.at(-1)?.size).toEqual(['large', 'small']);
  });

  it('shows the bar for marked rows in the place of the toolbar', async () => {
    show('/cities', () => pageOf([riyadh, jeddah, { ...jeddah, id: '3', name_en: 'Abha' }]));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Jeddah' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Marked' }));
    expect(bar.getByText('1 selected')).toBeVisible();
    expect(bar.getByRole('button', { name: 'Close Jeddah' })).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Select Abha' })).toBeDisabled();
    await userEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByRole('searchbox', { name: 'Search cities' })).toBeVisible();
  });

  it('is walked, marked and searched by keys, and tells which', async () => {
    show('/cities', () => pageOf([riyadh, jeddah]));
    await screen.findByRole('link', { name: 'Riyadh' });
    await userEvent.keyboard('j');
    expect(screen.getByRole('link', { name: 'Riyadh' })).toHaveFocus();
    await userEvent.keyboard('jj');
    expect(screen.getByRole('link', { name: 'Jeddah' })).toHaveFocus();
    await userEvent.keyboard('k');
    expect(screen.getByRole('link', { name: 'Riyadh' })).toHaveFocus();
    await userEvent.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search cities' })).toHaveFocus();
    await userEvent.keyboard('x');
    expect(screen.getByRole('searchbox')).toHaveValue('x');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('jx');
    expect(screen.getByRole('checkbox', { name: 'Select Riyadh' })).toBeChecked();
  });

  it('has keys of its own for the buttons of the row with the focus', async () => {
    show('/cities', () => pageOf([riyadh, jeddah]));
    await screen.findByRole('link', { name: 'Riyadh' });
    await userEvent.keyboard('a');
    expect(twinned).toEqual([]);
    await userEvent.keyboard('jja');
    expect(twinned).toEqual(['Jeddah']);
    await userEvent.keyboard('?');
    expect(screen.getByRole('dialog')).toHaveTextContent('Twin the city');
  });

  it('has its keys act on the marked rows while there are some', async () => {
    twinned.length = 0;
    show('/cities', () => pageOf([riyadh, jeddah]));
    await screen.findByRole('link', { name: 'Riyadh' });
    await userEvent.keyboard('jxjxa');
    expect(twinned).toEqual(['Riyadh and Jeddah']);
  });

  it('has keys that an Arabic keyboard writes, and that can be switched off and on', async () => {
    show('/cities', () => pageOf([riyadh, jeddah]));
    const first = await screen.findByRole('link', { name: 'Riyadh' });
    fireEvent.keyDown(document.body, { key: 'ت', code: 'KeyJ' });
    expect(first).toHaveFocus();

    const open = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Columns and row height' }));
      await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
      return within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    };
    const dialog = await open();
    await userEvent.click(dialog.getByRole('switch', { name: 'Single-key shortcuts' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.focus();
    await userEvent.keyboard('j');
    expect(first).toHaveFocus();

    await userEvent.click((await open()).getByRole('switch', { name: 'Single-key shortcuts' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.focus();
    await userEvent.keyboard('j');
    expect(screen.getByRole('link', { name: 'Jeddah' })).toHaveFocus();
  });

  it('keeps the widths of its columns for the next time', async () => {
    const { unmount } = show('/cities', () => pageOf([riyadh, jeddah]));
    const heading = () =>
      screen.getByText('People').closest('[role="columnheader"]') as HTMLElement;
    const width = () => heading().style.width;
    await screen.findByRole('link', { name: 'Riyadh' });
    const before = width();
    const edge = heading().querySelector('.MuiDataGrid-columnSeparator--resizable') as Element;
    fireEvent.mouseDown(edge, { clientX: 100 });
    fireEvent.mouseMove(document, { clientX: 160, buttons: 1 });
    fireEvent.mouseUp(document);
    const after = width();
    expect(after).not.toBe(before);
    unmount();

    show('/cities', () => pageOf([riyadh, jeddah]));
    await screen.findByRole('link', { name: 'Riyadh' });
    expect(width()).toBe(after);
  });

  it('has the look of the theme’s tables', async () => {
    show('/cities', () => pageOf([riyadh]));
    const heading = await screen.findByText('People');
    expect(getComputedStyle(heading).fontSize).toBe('13px');
  });

  it('marks all that match, beyond the page, until what it shows changes', async () => {
    const others = Array.from({ length: 520 }, (_, index) => ({ ...jeddah, id: `c${index}` }));
    const { asked } = show('/cities?size=large', ({ page = 1, page_size = 20 }) => ({
      data: [riyadh, ...others].slice((page - 1) * page_size, page * page_size),
      meta: { page, page_size, total: 521 },
    }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Riyadh' }));
    expect(screen.queryByRole('button', { name: /Select all 521/ })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 521 that match' }));
    expect(await screen.findByText('521 selected')).toBeVisible();
    const whole = asked.filter(({ page_size }) => page_size === 500);
    expect(whole.map(({ page, size }) => [page, size])).toEqual([
      [1, ['large']],
      [2, ['large']],
    ]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Riyadh' }));
    expect(screen.getByText('19 selected')).toBeVisible();
  });

  it('says beside its button why not all could be marked, and repeats it', async () => {
    let isAway = true;
    show('/cities', ({ page_size = 20 }) => {
      if (page_size === 500 && isAway) throw new ApiProblem(0, {});
      return pageOf([riyadh, jeddah], 30);
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 30 that match' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('button', { name: /Select all 30/ })).toBeNull();
  });

  it('says beside the menu of a row what could not be done, and repeats it', async () => {
    renamed.mockRejectedValueOnce(new ApiProblem(503, {})).mockResolvedValueOnce(null);
    show('/cities', () => pageOf([riyadh, jeddah]));
    await userEvent.click(await screen.findByRole('button', { name: 'Actions: Jeddah' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(renamed.mock.calls).toEqual([['2'], ['2']]);
  });

  it('says that there are more rows than are counted, which are not added up or marked', async () => {
    const page = pageOf([riyadh, jeddah], 1_000);
    show('/cities', () => ({ ...page, meta: { ...page.meta, capped: true, sums: [] } }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull();
    expect(screen.getByText('1–20 of more than 1,000')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Large (1,000+)' })).toBeVisible();
    expect(
      screen.getByText('This list is too long to add up. Filter it to see totals.'),
    ).toBeVisible();
  });

  it('stands among the lists of the same things, and says what its rows come to', async () => {
    const sums = [{ currency: 'SAR', fee_minor: 250_100 }];
    const page = pageOf([riyadh, jeddah]);
    show('/cities', () => ({ ...page, meta: { ...page.meta, sums } }));
    expect((await screen.findByText('All fees')).closest('div')).toHaveTextContent(/SAR.2,501/);
    const tabs = within(screen.getByRole('tablist', { name: 'Places' }));
    expect(tabs.getByRole('tab', { name: 'Cities (1,200)' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(tabs.getByRole('tab', { name: 'Villages' })).toHaveAttribute('href', '/villages');
  });

  it('keeps the chosen columns and the height of rows for the next time', async () => {
    const first = show('/cities', () => pageOf([riyadh]));
    await screen.findByRole('link', { name: 'Riyadh' });
    expect(screen.queryByText('C-1')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Columns and row height' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Code' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Fee' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Comfortable' }));
    first.unmount();
    show('/cities', () => pageOf([riyadh]));
    expect(await screen.findByText('C-1')).toBeVisible();
    expect(screen.getByText('People')).toBeVisible();
    expect(screen.queryByText('Fee')).toBeNull();
    expect(screen.getByText('C-1').closest('[role="row"]')).toHaveStyle({ minHeight: '56px' });
  });

  it('saves the file that the server makes of all rows, as they are filtered and sorted', async () => {
    const download = vi.spyOn(files, 'download').mockImplementation(() => {});
    const { saved } = show('/cities?size=large&sort=people&page=2', () => pageOf([riyadh], 21, 2));
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'CSV (.csv)' }));
    await expect.poll(() => download.mock.calls.length).toBe(1);
    expect(download.mock.calls[0]?.[0]).toBe('cities-2026-11-22.csv');
    expect(JSON.parse(JSON.stringify(saved))).toEqual([
      { search: undefined, size: ['large'], sort: 'people', format: 'csv', language: 'en' },
    ]);
  });

  it('says why no file was made', async () => {
    const download = vi.spyOn(files, 'download').mockImplementation(() => {});
    download.mockClear();
    show('/cities?size=small', () => pageOf([riyadh]));
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Excel (.xlsx)' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('50,000 rows');
    await expect.poll(() => alert.contains(document.activeElement)).toBe(true);
    expect(download).not.toHaveBeenCalled();
  });

  it('becomes cards on a narrow screen, with filters and order in a sheet', async () => {
    setScreen('narrow');
    const { router } = show('/cities', () => pageOf([riyadh], 45));
    expect(await screen.findByRole('link', { name: /Riyadh/ })).toHaveAttribute(
      'href',
      '/cities/1',
    );
    expect(screen.getByText('7 M')).toBeVisible();
    expect(screen.getByText('1–1 of 45')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /page 2/i }));
    expect(router.state.location.search).toBe('?page=2');

    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Order' }));
    await userEvent.click(screen.getByRole('option', { name: 'People: lowest first' }));
    expect(router.state.location.search).toBe('?sort=people');
    await userEvent.click(screen.getByRole('combobox', { name: 'Size' }));
    await userEvent.click(screen.getByRole('option', { name: 'Small' }));
    expect(router.state.location.search).toBe('?sort=people&size=small');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Show results' }));
    expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeVisible();
  });
});
