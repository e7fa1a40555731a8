import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toast } from '@/lib/toast';

type Texts = string | readonly string[] | null | undefined;

/** The state of a list with its setters, for any filters. */
export interface ListPosition {
  /** The page number, from 1. */
  page: number;
  pageSize: number;
  /** A field, with a minus in front for descending order; null for the server's own order. */
  sort: string | null;
  /** The sort orders that the server supports. */
  sorts: readonly string[];
  isFiltered: boolean;
  /** The values of a filter as text; empty if it is not set. */
  texts: (name: string) => readonly string[];
  /** Returns whether a filter takes several values. */
  takesMany: (name: string) => boolean;
  /** `replace` adds no history entry. */
  setPage: (page: number, pageSize?: number, replace?: boolean) => void;
  setSort: (sort: string | null) => void;
  /** Sets filters and returns to the first page. */
  setFilters: (changes: Record<string, Texts>) => void;
  clearFilters: () => void;
}

export interface ListState<Query> extends ListPosition {
  /** The parsed query. */
  query: Query;
}

/** The query of a list, parsed from the URL. */
export interface ListQuery<Query> {
  /** The set parameters as text: filters, page and sort order. */
  texts: Record<string, readonly string[]>;
  /** The parsed query with defaults. */
  query: Query;
  /** Invalid parameters as written: `status=paid`. */
  dropped: { name: string; text: string }[];
}

/** Parses the URLs of a list. */
export interface ListAddress<Query> {
  read: (params: URLSearchParams) => ListQuery<Query>;
  /** The orders that the call offers, descending ones with a minus in front. */
  sorts: readonly string[];
  /** Returns whether the call takes several values for this parameter. */
  takesMany: (name: string) => boolean;
}

/** Parameters of the position in the list, not of its content. */
export const POSITION = ['page', 'page_size', 'sort'];

/**
 * Keeps the state of a list in the URL, so that it can be shared, reloaded and restored. It removes
 * values that the API would reject, and informs the user.
 */
export function useAddressState<Query extends object>(
  address: ListAddress<Query>,
): ListState<Query> {
  const [params, setParams] = useSearchParams();
  const read = useMemo(() => address.read(params), [address, params]);

  const update = useCallback(
    (changes: Record<string, Texts>, replace = false) => {
      const next = withChanges(params, changes);
      // The grid reports its initial state as a change. Navigating to the same URL would abort a
      // pending navigation.
      if (String(next) === String(params)) return;
      setParams(next, { replace, preventScrollReset: true });
    },
    [params, setParams],
  );
  useDroppedNotice(read.dropped, update);

  return useMemo(() => {
    const usual = address.read(new URLSearchParams()).query as Position;
    const { page = 1, page_size = 20, sort = null } = read.query as Position;
    const filters = Object.keys(read.texts).filter((name) => !POSITION.includes(name));
    return {
      page,
      pageSize: page_size,
      sort,
      sorts: address.sorts,
      isFiltered: filters.length > 0,
      texts: (name) => read.texts[name] ?? [],
      takesMany: address.takesMany,
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
  }, [read, address, update]);
}

interface Position {
  page?: number;
  page_size?: number;
  sort?: string;
}

function withChanges(current: URLSearchParams, changes: Record<string, Texts>): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const text of [value ?? []].flat()) if (text) next.append(name, text);
  }
  return next;
}

/** Removes invalid parameters from the URL and informs the user. */
function useDroppedNotice(
  dropped: { name: string; text: string }[],
  update: (changes: Record<string, Texts>, replace?: boolean) => void,
): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (dropped.length === 0) return;
    update(Object.fromEntries(dropped.map(({ name }) => [name, null])), true);
    // Isolated, because it is left-to-right text in an Arabic sentence.
    const texts = dropped.map(({ text }) => `\u2068${text}\u2069`).join(', ');
    toast.warning(t('table.dropped', { texts }));
  }, [dropped, update, t]);
}
