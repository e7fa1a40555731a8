import { _default, extend, int, optional, string } from 'zod/mini';
import { zListBatchesQuery, zListTrainingsQuery } from '@/api/catalog/zod.gen';

// The city's name stands beside its id, so that a shared address shows it at once. Rows of three
// cards are full with 24.
const own = { city: optional(string()), page_size: _default(int(), 24) };

/** What the address says of the catalogue of trainings. */
export const zTrainingsAddress = extend(zListTrainingsQuery, own);

/** What the address says of the catalogue of batches. */
export const zBatchesAddress = extend(zListBatchesQuery, own);

/** The address as the API's query: the city's name is only for people. */
export const withoutCityName = <Query extends { city?: unknown }>({ city: _, ...query }: Query) =>
  query;

/** What the filters of a list are, without its order and its page. */
export const filtersOf = <Query extends { page?: unknown; page_size?: unknown; sort?: unknown }>({
  page: _page,
  page_size: _size,
  sort: _sort,
  ...filters
}: Query) => filters;
