import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Started } from '@/components/feedback/FailureBeside';
import type { PageMeta } from './list';

/** The selected rows of a list. */
export interface Selection<Row> {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Returns whether a row can be selected. */
  selectable: (row: Row) => boolean;
  /** The accessible name of a row's checkbox. */
  label: (row: Row) => string;
  /** The selected rows on the page, in its order. */
  chosen: Row[];
  clear: () => void;
  /** Null if the page has all rows, or not all rows of the page are selected. */
  all: SelectAll | null;
}

/** Selects the matching rows of all pages. */
export interface SelectAll {
  count: number;
  /** Fetches all matching rows. */
  gather: Started<void>;
}

export interface Selecting<Row> {
  selectable: (row: Row) => boolean;
  label: (row: Row) => string;
}

/**
 * Keeps the selected rows. `everyRow` fetches all matching rows. The selection clears when the rows
 * of the page change, because they may have been decided. With a capped total, not all rows can be
 * selected.
 */
export function useSelection<Row>(
  rows: readonly Row[],
  meta: PageMeta | undefined,
  rowId: (row: Row) => string,
  { selectable, label }: Selecting<Row>,
  everyRow: () => Promise<Row[]>,
): Selection<Row> {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [every, setEvery] = useState<{ besides: readonly Row[]; rows: Row[] }>();
  const gather = useMutation({
    mutationFn: everyRow,
    onSuccess: (found) => setEvery({ besides: rows, rows: found.filter(selectable) }),
  });

  const mark = (ids: ReadonlySet<string>) => {
    setEvery(undefined);
    setMarked(ids);
  };
  // Otherwise only rows of this page: users must see what they decide on.
  const seen = rows.filter((row) => marked.has(rowId(row)) && selectable(row));
  const beyond = every?.besides === rows ? every.rows : null;
  const isWhole = seen.length > 0 && seen.length === rows.filter(selectable).length;
  return {
    ids: new Set(seen.map(rowId)),
    onChange: mark,
    selectable,
    label,
    chosen: beyond ?? seen,
    clear: () => mark(new Set()),
    all:
      isWhole && !beyond && meta && !meta.capped && meta.total > rows.length
        ? { count: meta.total, gather }
        : null,
  };
}

/** Returns the set with the element toggled. */
export function toggleElement<Element>(set: ReadonlySet<Element>, element: Element): Set<Element> {
  const next = new Set(set);
  if (!next.delete(element)) next.add(element);
  return next;
}
