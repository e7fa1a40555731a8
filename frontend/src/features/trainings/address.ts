import { use } from 'react';
import { useSearchParams } from 'react-router';
import type { ListTrainingsData } from '@/api/catalog';
import type { ListAddress } from '@/components/list/useAddressState';
import { loadPart } from '@/lib/fault';

type TrainingsAddress = ListAddress<NonNullable<ListTrainingsData['query']> & { city?: string }>;

/** A URL without parameters, the usual case. */
export const plainAddress: TrainingsAddress = {
  read: () => ({ texts: {}, query: { sort: 'starts_at', page: 1, page_size: 12 }, dropped: [] }),
  sorts: [],
  takesMany: () => false,
};

let known: TrainingsAddress | undefined;
let asking: Promise<TrainingsAddress> | undefined;

/**
 * Loads the parser of the catalogue's URL, needed once the URL has parameters. It is lazy because
 * zod and the schemas would add 18 kB to the first load.
 */
export function loadAddress(): Promise<TrainingsAddress> {
  asking ??= loadSchemas();
  return asking;
}

async function loadSchemas(): Promise<TrainingsAddress> {
  try {
    known = (await loadPart(() => import('./lists'))).trainingsAddress;
    return known;
  } catch (problem) {
    asking = undefined;
    throw problem;
  }
}

/** Returns the URL's parser; suspends until it is loaded. */
export function useTrainingsAddress(): TrainingsAddress {
  const [params] = useSearchParams();
  return known ?? (params.size === 0 ? plainAddress : use(loadAddress()));
}

/** Converts the URL to the API's query, without the city's name, which is only for display. */
export const withoutCityName = <Query extends { city?: unknown }>({ city: _, ...query }: Query) =>
  query;

/** Returns the filters without sort order and page. */
export const toFilters = <Query extends { page?: unknown; page_size?: unknown; sort?: unknown }>({
  page: _page,
  page_size: _size,
  sort: _sort,
  ...filters
}: Query) => filters;
