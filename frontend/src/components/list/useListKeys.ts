import type { RefObject } from 'react';
import { usePageShortcuts } from '@/lib/useShortcuts';

/** A shortcut that presses a button of the selection or the focused row, with its description. */
export interface RowKey {
  key: string;
  label: string;
}

interface ListKeys {
  rowKeys?: readonly RowKey[];
  /** Toggles the selection of a row by its position. */
  onMark?: (index: number) => void;
  onHelp: () => void;
}

/**
 * Shortcuts of a list page: j and k move the focus between rows, x selects, / focuses the search, ?
 * shows the help. Enter opens a row. A list's own keys press the button with that `data-row-key`:
 * in the `BulkBar` while rows are selected, otherwise in the focused row.
 */
export function useListKeys(
  page: RefObject<HTMLElement | null>,
  { rowKeys = [], onMark, onHelp }: ListKeys,
) {
  const rows = () => [...(page.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const focusedIndex = (links: HTMLElement[]) =>
    links.findIndex((link) => findRow(link).contains(document.activeElement));
  const move = (step: number) => {
    const links = rows();
    const next = focusedIndex(links) + step;
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
  };
  const mark = () => {
    const index = focusedIndex(rows());
    if (index >= 0) onMark?.(index);
  };
  const press = (key: string) => {
    const links = rows();
    const row = links[focusedIndex(links)];
    const scope = page.current?.querySelector('[data-bulk-bar]') ?? (row && findRow(row));
    scope?.querySelector<HTMLElement>(`[data-row-key="${key}"]`)?.click();
  };
  usePageShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: onMark && mark,
    '/': () => page.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    '?': onHelp,
    ...Object.fromEntries(rowKeys.map(({ key }) => [key, () => press(key)])),
  });
}

const findRow = (link: HTMLElement): HTMLElement => link.closest('[role="row"], li') ?? link;
