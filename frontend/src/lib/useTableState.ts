import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** What a list shows, kept in the address so that it can be shared, reloaded and gone back to. */
export interface TableState<Filter extends string = string> {
  /** From 1. */
  page: number;
  pageSize: number;
  /** A field, with a minus in front for descending order; null for the server's own order. */
  sort: string | null;
  /** Empty text where a filter is not set. */
  filters: Record<Filter, string>;
  isFiltered: boolean;
  /** `replace` leaves no way back to the page that was shown. */
  setPage: (page: number, pageSize?: number, replace?: boolean) => void;
  setSort: (sort: string | null) => void;
  /** Sets filters and returns to the first page. */
  setFilters: (changes: Partial<Record<Filter, string>>) => void;
  clearFilters: () => void;
  /** All of it as the API's query; values that are not set are left out. */
  query: { page: number; page_size: number; sort?: string } & Partial<Record<Filter, string>>;
}

interface TableOptions<Filter extends string> {
  /** The names of the filters, as the API calls them. */
  filters?: readonly Filter[];
  pageSize?: number;
  sort?: string;
}

/** The state of a table or list, read from and written to the address. */
export function useTableState<Filter extends string = never>(
  options: TableOptions<Filter> = {},
): TableState<Filter> {
  const { pageSize: defaultSize = 20, sort: defaultSort = null } = options;
  const names = useStable(options.filters ?? []);
  const [params, setParams] = useSearchParams();

  const update = useCallback(
    (changes: Record<string, string | null>, replace = false) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, value] of Object.entries(changes)) {
            if (value) next.set(key, value);
            else next.delete(key);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );

  return useMemo(() => {
    const page = positive(params.get('page')) ?? 1;
    const pageSize = positive(params.get('page_size')) ?? defaultSize;
    const sort = params.get('sort') ?? defaultSort;
    const filters = Object.fromEntries(
      names.map((name) => [name, params.get(name) ?? '']),
    ) as Record<Filter, string>;
    const set = Object.entries(filters).filter(([, value]) => value !== '');

    return {
      page,
      pageSize,
      sort,
      filters,
      isFiltered: set.length > 0,
      setPage: (nextPage, nextSize = pageSize, replace = false) =>
        update(
          {
            page: nextPage > 1 ? String(nextPage) : null,
            page_size: nextSize === defaultSize ? null : String(nextSize),
          },
          replace,
        ),
      setSort: (next) => update({ sort: next === defaultSort ? null : next, page: null }),
      setFilters: (changes) => update({ ...(changes as Record<string, string>), page: null }, true),
      clearFilters: () =>
        update({ ...Object.fromEntries(names.map((name) => [name, null])), page: null }),
      query: {
        page,
        page_size: pageSize,
        ...(sort && { sort }),
        ...Object.fromEntries(set),
      } as TableState<Filter>['query'],
    };
  }, [params, names, defaultSize, defaultSort, update]);
}

function positive(text: string | null): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : null;
}

// A list written in the component is a new one in each render, with the same names in it.
function useStable<Name extends string>(names: readonly Name[]): readonly Name[] {
  const joined = names.join(' ');
  return useMemo(() => (joined ? (joined.split(' ') as Name[]) : []), [joined]);
}
