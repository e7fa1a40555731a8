import type { CellChange, EditColumn, EditRow } from './grid';

/** The changes that revert these. */
export const invertChanges = (changes: readonly CellChange[]): CellChange[] =>
  changes.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before }));

/**
 * Parses cells that a spreadsheet copied: lines of cells separated by tabs. A cell with a tab or
 * line break is quoted, and its quotes are doubled.
 */
export function readBlock(text: string): string[][] {
  const lines: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y;
  while (cell.lastIndex < text.length) {
    const [plain, quoted] = cell.exec(text) ?? [''];
    lines.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    const end = cell.lastIndex;
    if (end >= text.length) break;
    if (text[end] === '\t') {
      cell.lastIndex = end + 1;
      if (cell.lastIndex === text.length) lines.at(-1)?.push('');
    } else {
      cell.lastIndex = end + (text.startsWith('\r\n', end) ? 2 : 1);
      // The last line ends with a line break.
      if (cell.lastIndex < text.length) lines.push([]);
    }
  }
  return lines;
}

/** Returns the changes of pasting a block with its first cell at `field` of the first row. */
export function applyPaste(
  block: readonly (readonly string[])[],
  rows: readonly EditRow[],
  field: string,
  columns: readonly EditColumn[],
): CellChange[] {
  const first = columns.findIndex((column) => column.field === field);
  if (first === -1) return [];
  return rows.slice(0, block.length).flatMap((row, line) =>
    columns
      .slice(first, first + (block[line]?.length ?? 0))
      .map((column, place) => toCellChange(row, column, block[line]?.[place] ?? ''))
      .filter(isOne),
  );
}

/** A search text, its replacement and the column; null for all columns. */
export interface Replacement {
  find: string;
  by: string;
  field: string | null;
}

/** Returns the changes of a replacement in these rows; it ignores case. */
export function applyReplacement(
  rows: readonly EditRow[],
  { find, by, field }: Replacement,
  columns: readonly EditColumn[],
): CellChange[] {
  if (find === '') return [];
  const every = new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  const searched = columns.filter((column) => field === null || column.field === field);
  return rows.flatMap((row) =>
    searched
      .map((column) =>
        toCellChange(
          row,
          column,
          (row.cells[column.field] ?? '').replace(every, () => by),
        ),
      )
      .filter(isOne),
  );
}

/** Returns the change of one cell; a choice takes the label as its value. */
export function toCellChange(row: EditRow, column: EditColumn, text: string): CellChange | null {
  const before = row.cells[column.field] ?? '';
  const label = text.toLocaleLowerCase();
  const option = column.options?.find((each) => each.label.toLocaleLowerCase() === label);
  const after = option?.value ?? text;
  if (column.readOnly || before === after) return null;
  return { rowId: row.id, field: column.field, before, after };
}

export const isOne = (change: CellChange | null): change is CellChange => change !== null;
