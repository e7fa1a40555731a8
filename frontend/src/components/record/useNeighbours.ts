import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { $ZodObject } from 'zod/v4/core';
import type { List, Page } from '@/components/list/list';
import { readListQuery } from '@/components/list/listQuery';
import { readListSearch, rememberList } from '@/components/list/rememberedList';

/** The previous or next record in the list that the user came from. */
export interface Neighbour {
  to: string;
  /** Called on navigation, to move the list to the neighbour's page. */
  follow: () => void;
}

export interface Neighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
}

const NONE: Neighbours = { previous: null, next: null };

/**
 * Returns the previous and next record of the filtered and sorted list that the user came from;
 * null after a direct link. A record that leaves the list keeps its position.
 */
export function useNeighbours<Row extends { id: string }, Schema extends $ZodObject>(
  list: List<Row, Schema>,
  id: string,
): Neighbours {
  const search = readListSearch(list.key);
  const { query } = readListQuery(list.schema, new URLSearchParams(search ?? ''), list.sort);
  const { page = 1 } = query as { page?: number };
  const cameFromList = search !== null && list.href !== undefined;
  const here = usePage(list, query, page, cameFromList);
  const rows = here.data?.data ?? [];
  const place = rows.findIndex((row) => row.id === id);
  const isLast = place === rows.length - 1;
  const hasMore = here.data ? page * here.data.meta.page_size < here.data.meta.total : false;
  const before = usePage(list, query, page - 1, cameFromList && place === 0 && page > 1);
  const after = usePage(list, query, page + 1, cameFromList && place >= 0 && isLast && hasMore);

  const to = (row: Row | undefined, at: number): Neighbour | null =>
    row && list.href
      ? { to: list.href(row), follow: () => rememberList(list.key, withPage(search ?? '', at)) }
      : null;
  const found: Neighbours | null =
    place < 0
      ? null
      : {
          previous: place > 0 ? to(rows[place - 1], page) : to(before.data?.data.at(-1), page - 1),
          next: isLast ? to(after.data?.data[0], page + 1) : to(rows[place + 1], page),
        };
  return useLast(found, id) ?? NONE;
}

function usePage<Row, Schema extends $ZodObject>(
  list: List<Row, Schema>,
  query: object,
  page: number,
  enabled: boolean,
): UseQueryResult<Page<Row>> {
  return useQuery({
    ...list.query({ ...query, page } as Parameters<typeof list.query>[0]),
    refetchInterval: false,
    enabled,
  });
}

/** Returns the last known neighbours when the record is no longer in the list. */
function useLast(found: Neighbours | null, id: string): Neighbours | null {
  const [last, setLast] = useState<{ id: string; neighbours: Neighbours } | null>(null);
  const key = found && [found.previous?.to, found.next?.to].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal neighbours are new objects in each render.
  useEffect(() => {
    if (found) setLast({ id, neighbours: found });
  }, [id, key]);
  return found ?? (last?.id === id ? last.neighbours : null);
}

function withPage(search: string, page: number): string {
  const params = new URLSearchParams(search);
  if (page > 1) params.set('page', String(page));
  else params.delete('page');
  const text = params.toString();
  return text && `?${text}`;
}
