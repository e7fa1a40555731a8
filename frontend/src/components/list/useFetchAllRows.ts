import { useQueryClient } from '@tanstack/react-query';
import type { $ZodObject, input } from 'zod/v4/core';
import { type List, MAX_PAGE_SIZE, type Page } from './list';

/** Returns a function that fetches all rows that match the query, with the largest page size. */
export function useFetchAllRows<Row, Schema extends $ZodObject>(
  list: List<Row, Schema>,
  query: input<Schema>,
  rowId: (row: Row) => string,
) {
  const client = useQueryClient();
  return async (): Promise<Row[]> => {
    // Keyed by ID: a new row moves others to the next page.
    const found = new Map<string, Row>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const part = { ...query, page, page_size: MAX_PAGE_SIZE };
      const { data, meta }: Page<Row> = await client.fetchQuery({
        ...list.query(part),
        staleTime: 0,
      });
      for (const row of data) found.set(rowId(row), row);
      pages = Math.ceil(meta.total / MAX_PAGE_SIZE);
    }
    return [...found.values()];
  };
}
