import type { QueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import type { $ZodObject } from 'zod/v4/core';
import type { List } from './list';

// The most that one call gives.
const PAGE_SIZE = 500;

/** A moment for spreadsheets, in the reader's time zone. */
export const exportedTime = (value: string | null | undefined): string =>
  value ? dayjs(value).format('YYYY-MM-DD HH:mm') : '';

/** All rows of a list as it is filtered and sorted, not only the page that is shown. */
export async function fetchAll<Row, Schema extends $ZodObject>(
  client: QueryClient,
  list: List<Row, Schema>,
  query: Record<string, unknown>,
  rowId: (row: Row) => string,
): Promise<Row[]> {
  // By id: a row that is added meanwhile moves others to the next page.
  const rows = new Map<string, Row>();
  for (let page = 1, more = true; more; page += 1) {
    const wanted = { ...query, page, page_size: PAGE_SIZE } as Parameters<typeof list.query>[0];
    const { data, meta } = await client.fetchQuery({
      ...list.query(wanted),
      gcTime: 0,
      staleTime: 0,
    });
    for (const row of data) rows.set(rowId(row), row);
    more = page * PAGE_SIZE < meta.total && data.length > 0;
  }
  return [...rows.values()];
}
