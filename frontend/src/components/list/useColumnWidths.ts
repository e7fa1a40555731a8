import { useState } from 'react';

const toStorageKey = (table: string) => `itqan-list-widths-${table}`;

/** The user's column widths in pixels, kept in localStorage. */
export function useColumnWidths(table: string) {
  const [widths, setWidths] = useState(() => readKept<number>(toStorageKey(table)));
  return {
    of: (field: string): number | undefined => widths[field],
    set: (field: string, width: number) => {
      const next = { ...widths, [field]: width };
      localStorage.setItem(toStorageKey(table), JSON.stringify(next));
      setWidths(next);
    },
  };
}

export type ColumnWidths = ReturnType<typeof useColumnWidths>;

/** Sets the user's width on a column, which then no longer grows with the table. */
export function withWidth<Column extends { field: string }>(
  column: Column,
  widths: ColumnWidths,
): Column {
  const width = widths.of(column.field);
  return width === undefined ? column : { ...column, width, flex: undefined, minWidth: undefined };
}

/** Reads a JSON object from localStorage; empty if it is invalid. */
export function readKept<Value>(key: string): Record<string, Value> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return kept !== null && typeof kept === 'object' ? (kept as Record<string, Value>) : {};
  } catch {
    return {};
  }
}
