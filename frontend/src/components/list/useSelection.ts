import { useState } from 'react';

/** Rows that are marked to do something with them together. */
export interface Selection<Row> {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Whether a row may be marked. */
  selectable: (row: Row) => boolean;
  /** What marking this row is called, for those who cannot see the row. */
  label: (row: Row) => string;
  /** The marked rows that are on the page, in its order. */
  chosen: Row[];
  clear: () => void;
}

export interface Selecting<Row> {
  selectable: (row: Row) => boolean;
  label: (row: Row) => string;
}

/** Keeps which rows are marked. */
export function useSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  { selectable, label }: Selecting<Row>,
): Selection<Row> {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // Only what is on the page: nobody decides on what cannot be seen, or was decided meanwhile.
  const chosen = rows.filter((row) => marked.has(rowId(row)) && selectable(row));
  return {
    ids: new Set(chosen.map(rowId)),
    onChange: setMarked,
    selectable,
    label,
    chosen,
    clear: () => setMarked(new Set()),
  };
}

/** The set with an element added, or taken away if it was there. */
export function toggled<Element>(set: ReadonlySet<Element>, element: Element): Set<Element> {
  const next = new Set(set);
  if (!next.delete(element)) next.add(element);
  return next;
}
