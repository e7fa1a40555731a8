import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { $ZodObject } from 'zod/v4/core';
import type { List } from './list';
import { rememberList } from './rememberedList';
import { useListState } from './useListState';

/** Fetches the list page of the URL, and remembers the URL for its records. */
export function useList<Row, Schema extends $ZodObject>(list: List<Row, Schema>) {
  const state = useListState(list.schema, { sort: list.sort });
  const query = useQuery({ ...list.query(state.query), placeholderData: keepPreviousData });
  const { search } = useLocation();
  useEffect(() => rememberList(list.key, search), [list.key, search]);

  // The page may not exist: the URL is old, or the last rows were removed.
  const { setPage } = state;
  const { data } = query;
  const lastPage = data && Math.max(1, Math.ceil(data.meta.total / data.meta.page_size));
  const isBehindEnd =
    data?.data.length === 0 && lastPage !== undefined && data.meta.page > lastPage;
  useEffect(() => {
    if (isBehindEnd) setPage(lastPage, undefined, true);
  }, [isBehindEnd, lastPage, setPage]);

  return { state, query };
}
