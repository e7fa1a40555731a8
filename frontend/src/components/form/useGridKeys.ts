import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const CELL = '[data-cell]';

/** Props of a cell's field that makes it reachable by the arrow keys. */
export const cellProps = { 'data-cell': true, tabIndex: -1 } as const;

const findCells = (row: Element | null | undefined) =>
  row ? [...row.querySelectorAll<HTMLElement>(CELL)] : [];

/** Returns the cell that an arrow key moves to, or undefined for other keys. */
function target(from: HTMLElement, key: string): HTMLElement | undefined {
  const row = from.closest('tr');
  const cells = findCells(row);
  const place = cells.indexOf(from);
  const rows = [...(row?.parentElement?.children ?? [])].filter(
    (each) => findCells(each).length > 0,
  );
  const line = rows.indexOf(row as Element);
  // Left and right arrows keep their meaning in both text directions.
  const onwards = getComputedStyle(from).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  switch (key) {
    case 'ArrowUp':
      return findCells(rows[line - 1])[place];
    case 'ArrowDown':
      return findCells(rows[line + 1])[place];
    case 'ArrowLeft':
    case 'ArrowRight':
      return cells[place + (key === onwards ? 1 : -1)];
    case 'Home':
      return cells[0];
    case 'End':
      return cells.at(-1);
    default:
      return undefined;
  }
}

/**
 * Keyboard navigation for a table with one field per cell: one tab stop, arrow keys between cells.
 */
export function useGridKeys() {
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    // Rows may be added or removed: keep one cell reachable.
    const table = grid.current;
    if (table && !table.querySelector(`${CELL}[tabindex="0"]`)) {
      table.querySelector<HTMLElement>(CELL)?.setAttribute('tabindex', '0');
    }
  });
  return {
    ref: grid,
    onFocus: ({ target: cell }: FocusEvent<HTMLTableElement>) => {
      if (!cell.matches(CELL)) return;
      for (const each of grid.current?.querySelectorAll(`${CELL}[tabindex="0"]`) ?? []) {
        each.setAttribute('tabindex', '-1');
      }
      cell.setAttribute('tabindex', '0');
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const from = event.target as HTMLElement;
      const next = from.matches(CELL) ? target(from, event.key) : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
