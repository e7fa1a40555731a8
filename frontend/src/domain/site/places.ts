import { queryOptions } from '@tanstack/react-query';
import { listCities, listCountries, listStates } from '@/api/catalog';

/*
 * The lists of places behind selects. A query's `isFetching` is on during its fetch
 * and off afterwards, whether it succeeded or not. The default page of the API holds all countries.
 */

const PAGE_SIZE = { countries: 300, states: 10, cities: 10 } as const;
const AN_HOUR = 3_600_000;

async function logFailure<Answer>(
  what: string,
  signal: AbortSignal,
  list: () => Promise<{ data: Answer }>,
): Promise<Answer> {
  try {
    return (await list()).data;
  } catch (error) {
    // An aborted search is no failure.
    if (!signal.aborted) console.error(`The ${what} could not be fetched`, error);
    throw error;
  }
}

/** The countries whose name begins with or contains `name`. */
export const countriesQuery = (name?: string) =>
  queryOptions({
    queryKey: ['site', 'countries', name],
    queryFn: ({ signal }) =>
      logFailure('countries', signal, () =>
        listCountries({ query: { name, page_size: PAGE_SIZE.countries }, signal }),
      ),
    staleTime: AN_HOUR,
  });

/** The first states of a country by name. */
export const statesQuery = (filter: { country_id?: string; name?: string }) =>
  queryOptions({
    queryKey: ['site', 'states', filter],
    queryFn: ({ signal }) =>
      logFailure('states', signal, () =>
        listStates({ query: { ...filter, page_size: PAGE_SIZE.states }, signal }),
      ),
    staleTime: AN_HOUR,
  });

/** The first cities of a state or country by name. */
export const citiesQuery = (filter: { country_id?: string; state_id?: string; name?: string }) =>
  queryOptions({
    queryKey: ['site', 'cities', filter],
    queryFn: ({ signal }) =>
      logFailure('cities', signal, () =>
        listCities({ query: { ...filter, page_size: PAGE_SIZE.cities }, signal }),
      ),
    staleTime: AN_HOUR,
  });
