import { type RefObject, useEffect } from 'react';

/** A key that presses a button of the row with the focus, and what that does. */
export interface RowKey {
  key: string;
  label: string;
}

interface ListKeys {
  rowKeys?: readonly RowKey[];
  /** Marks the row, or takes its mark away, by its place on the page. */
  onMark?: (index: number) => void;
  onHelp: () => void;
}

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/**
 * The keys of a list page: j and k move the focus between rows, x marks one, / goes to the search,
 * ? shows the keys. Enter opens a row by its link, or by any cell of the table. A list's own keys
 * press the button of the row that has theirs in `data-row-key`.
 */
export function useListKeys(
  page: RefObject<HTMLElement | null>,
  { rowKeys, onMark, onHelp }: ListKeys,
) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const root = page.current;
      if (!root || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      const links = [...root.querySelectorAll<HTMLElement>('[data-row-link]')];
      const here = links.findIndex((link) => rowOf(link).contains(document.activeElement));
      const press = (key: string) =>
        links[here] &&
        rowOf(links[here]).querySelector<HTMLElement>(`[data-row-key="${key}"]`)?.click();
      const actions: Record<string, (() => void) | undefined> = {
        j: () => links[Math.min(here + 1, links.length - 1)]?.focus(),
        k: () => links[Math.max(here - 1, 0)]?.focus(),
        x: onMark && here >= 0 ? () => onMark(here) : undefined,
        '/': () => root.querySelector<HTMLElement>('input[type="search"]')?.focus(),
        '?': onHelp,
        ...Object.fromEntries((rowKeys ?? []).map(({ key }) => [key, () => press(key)])),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [page, rowKeys, onMark, onHelp]);
}

/** Somebody types, or a dialog or menu is open. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const element = target as Element;
  return (
    element.closest?.(TYPING) !== null ||
    document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  );
}

const rowOf = (link: HTMLElement): HTMLElement => link.closest('[role="row"], li') ?? link;
