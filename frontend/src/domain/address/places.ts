import { citiesQuery, statesQuery } from '@/domain/site/places';

/** The states of a country by what is typed, once one is chosen. */
export const stateOptions = (countryId: string | undefined, name: string) => ({
  ...statesQuery({ country_id: countryId, name: name || undefined }),
  enabled: countryId !== undefined,
});

/** The cities of a state by what is typed, once one is chosen. */
export const cityOptions = (stateId: string | undefined, name: string) => ({
  ...citiesQuery({ state_id: stateId, name: name || undefined }),
  enabled: stateId !== undefined,
});
