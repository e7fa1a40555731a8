import { queryOptions } from '@tanstack/react-query';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { EditGrid } from './EditGrid';
import { readBlock } from './edits';
import type { CellChange, EditColumn, EditRow, GridView } from './grid';

const columns: EditColumn[] = [
  { field: 'name', heading: 'Name' },
  { field: 'level', heading: 'Level', kind: 'choice', options: [{ value: 'b1', label: 'Basic' }] },
];

/** A server whose rows require a name, and the saved changes. */
function server(count: number) {
  const rows = new Map(
    Array.from({ length: count }, (_, index) => {
      const cells: Record<string, string> = { name: `Layla ${index + 1}`, level: '' };
      if (index === 1) cells.name = '';
      return [String(index + 1), cells];
    }),
  );
  const saved: CellChange[][] = [];
  const state = { refuses: false };
  const row = (id: string): EditRow => {
    const cells = rows.get(id) ?? {};
    const problems = cells.name ? [] : [{ field: 'name', text: 'A name is missing.' }];
    return { id, line: Number(id), cells: { ...cells }, problems };
  };
  return {
    saved,
    state,
    query: (view: GridView) =>
      queryOptions({
        queryKey: ['rows', view],
        queryFn: async () => {
          const found = [...rows.keys()]
            .map(row)
            .filter(({ problems }) => !view.onlyProblems || problems.length > 0)
            .filter(({ cells }) => Object.values(cells).some((text) => text.includes(view.search)));
          const from = (view.page - 1) * view.pageSize;
          return {
            data: found.slice(from, from + view.pageSize),
            meta: { page: view.page, page_size: view.pageSize, total: found.length },
          };
        },
      }),
    save: async (changes: readonly CellChange[]) => {
      if (state.refuses) throw new TypeError('unreachable');
      saved.push([...changes]);
      for (const { rowId, field, after } of changes)
        rows.set(rowId, { ...rows.get(rowId), [field]: after });
      return [...new Set(changes.map(({ rowId }) => rowId))].map(row);
    },
    name: (id: string) => rows.get(id)?.name,
  };
}

async function open(of: ReturnType<typeof server>, problemCount?: number) {
  renderAt(
    '/',
    <EditGrid<EditRow>
      name="candidates"
      label="Candidates"
      columns={columns}
      query={of.query}
      read={(row) => row}
      problemCount={problemCount}
      save={of.save}
    />,
  );
  await screen.findByRole('grid', { name: 'Candidates' });
}

async function pasteAt(cell: HTMLElement, text: string) {
  await userEvent.click(cell);
  const event = createEvent.paste(document.body);
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  fireEvent(document.body, event);
}

const cellWith = async (text: string) =>
  (await screen.findByText(text)).closest('[role=gridcell]') as HTMLElement;

it('rows with errors are mended where they stand, taken back, and saved until it worked', async () => {
  const of = server(3);
  await open(of, 1);
  // Screen readers get the error in the cell; sighted users in the error column.
  expect(await screen.findByText('Name: A name is missing.')).toBeVisible();
  expect(screen.queryByText('Layla 1')).toBeNull();
  const wrong = await cellWith('A name is missing.');

  of.state.refuses = true;
  await userEvent.dblClick(wrong);
  await userEvent.keyboard('Omar{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(of.name('2')).toBe('');
  of.state.refuses = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));

  await expect.poll(() => of.name('2')).toBe('Omar');
  await expect.poll(() => screen.queryByText('Name: A name is missing.')).toBeNull();
  expect(screen.getByText('Omar')).toBeVisible();
  fireEvent.keyDown(await cellWith('Omar'), { code: 'KeyZ', key: 'ئ', ctrlKey: true });
  await expect.poll(() => of.name('2')).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await expect.poll(() => of.name('2')).toBe('Omar');

  await userEvent.click(await screen.findByRole('button', { name: /Show remaining errors/ }));
  expect(await screen.findByText('No rows')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Only rows with errors/ }));
  expect(await screen.findByText('Layla 3')).toBeVisible();
});

it('a block is pasted beyond the page, and a text replaced in all rows, each one step', async () => {
  const of = server(103);
  await open(of);
  await pasteAt(
    await cellWith('Layla 100'),
    'Huda\tBasic\nNora\tbasic\r\nSara\tB2\nRana\t\nLeft\t\n',
  );
  await expect.poll(() => of.saved.flat().length).toBe(7);
  expect([of.name('100'), of.name('101'), of.name('103')]).toEqual(['Huda', 'Nora', 'Rana']);
  expect(of.saved.flat().map(({ after }) => after)).toContain('b1');
  expect(await screen.findByText(/1 pasted row didn't fit/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => of.name('103')).toBe('Layla 103');

  await userEvent.click(screen.getByRole('button', { name: 'Find and replace' }));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find' }), {
    target: { value: 'Layla 10' },
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), {
    target: { value: 'Lina $1' },
  });
  expect(await screen.findByText('5 rows')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
  await waitFor(() => expect(of.name('103')).toBe('Lina $13'));
  expect(within(await cellWith('Lina $1')).getByText('Lina $1')).toBeVisible();
});

describe('a block of the clipboard', () => {
  it.each([
    ['a', [['a']]],
    [
      'a\tb\n\tc\n',
      [
        ['a', 'b'],
        ['', 'c'],
      ],
    ],
    ['a\t\r\n\r\nb', [['a', ''], [''], ['b']]],
    ['"two\nlines"\t"a ""b"""\nc', [['two\nlines', 'a "b"'], ['c']]],
    ['"not quoted" here', [['"not quoted" here']]],
  ])('%j', (text, cells) => expect(readBlock(text)).toEqual(cells));
});
