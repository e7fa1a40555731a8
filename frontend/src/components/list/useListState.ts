import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { $ZodObject, input } from 'zod/v4/core';
import { toast } from '@/lib/toast';
import { POSITION, readListQuery, sortsOf, takesMany } from './listQuery';

type Texts = string | readonly string[] | null | undefined;

/** What a list shows and how that is changed, whatever its filters are. */
export interface ListPosition {
  /** From 1. */
  page: number;
  pageSize: number;
  /** A field, with a minus in front for descending order; null for the server's own order. */
  sort: string | null;
  /** The orders that the server offers. */
  sorts: readonly string[];
  isFiltered: boolean;
  /** What a filter is set to, as text; nothing where it is not set. */
  texts: (name: string) => readonly string[];
  /** Whether a filter takes several values. */
  takesMany: (name: string) => boolean;
  /** `replace` leaves no way back to the page that was shown. */
  setPage: (page: number, pageSize?: number, replace?: boolean) => void;
  setSort: (sort: string | null) => void;
  /** Sets filters and returns to the first page. */
  setFilters: (changes: Record<string, Texts>) => void;
  clearFilters: () => void;
}

export interface ListState<Schema extends $ZodObject> extends ListPosition {
  /** All of it as the call takes it. */
  query: input<Schema>;
}

/**
 * The state of a list, all of it in the address, so that it can be shared, reloaded and gone back
 * to. It is read by the schema of the call's query: a value that the call would refuse is taken out
 * of the address, and the reader is told.
 */
export function useListState<Schema extends $ZodObject>(
  schema: Schema,
  { sort: ownSort }: { sort?: string } = {},
): ListState<Schema> {
  const [params, setParams] = useSearchParams();
  const read = useMemo(() => readListQuery(schema, params, ownSort), [schema, params, ownSort]);

  const update = useCallback(
    (changes: Record<string, Texts>, replace = false) => {
      const next = changed(params, changes);
      // The grid says what it was given as if it were new. To go where one is would end the way to
      // another page whose code is still being loaded.
      if (String(next) === String(params)) return;
      setParams(next, { replace, preventScrollReset: true });
    },
    [params, setParams],
  );
  useDroppedNotice(read.dropped, update);

  return useMemo(() => {
    const usual = readListQuery(schema, new URLSearchParams(), ownSort).query as Position;
    const { page = 1, page_size = 20, sort = null } = read.query as Position;
    const filters = Object.keys(read.texts).filter((name) => !POSITION.includes(name));
    const sorts = sortsOf(schema);
    return {
      page,
      pageSize: page_size,
      sort,
      sorts,
      isFiltered: filters.length > 0,
      texts: (name) => read.texts[name] ?? [],
      takesMany: (name) => takesMany(schema, name),
      setPage: (nextPage, nextSize = page_size, replace = false) =>
        update(
          {
            page: nextPage > 1 ? String(nextPage) : null,
            page_size: nextSize === usual.page_size ? null : String(nextSize),
          },
          replace,
        ),
      setSort: (next) => update({ sort: next === usual.sort ? null : next, page: null }),
      setFilters: (changes) => update({ ...changes, page: null }, true),
      clearFilters: () =>
        update({ ...Object.fromEntries(filters.map((name) => [name, null])), page: null }),
      query: read.query,
    };
  }, [read, schema, ownSort, update]);
}

interface Position {
  page?: number;
  page_size?: number;
  sort?: string;
}

function changed(current: URLSearchParams, changes: Record<string, Texts>): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const text of [value ?? []].flat()) if (text) next.append(name, text);
  }
  return next;
}

/** Takes what the call would refuse out of the address and says so. */
function useDroppedNotice(
  dropped: { name: string; text: string }[],
  update: (changes: Record<string, Texts>, replace?: boolean) => void,
): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (dropped.length === 0) return;
    update(Object.fromEntries(dropped.map(({ name }) => [name, null])), true);
    // Isolated, for it is not Arabic in an Arabic sentence.
    const texts = dropped.map(({ text }) => `\u2068${text}\u2069`).join(', ');
    toast.warning(t('table.dropped', { texts }));
  }, [dropped, update, t]);
}
