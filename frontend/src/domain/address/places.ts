import { citiesQuery, statesQuery } from '@/domain/site/places';

/** Searches the states of the selected country. */
export const stateOptions = (countryId: string | undefined, name: string) => ({
  ...statesQuery({ country_id: countryId, name: name || undefined }),
  enabled: countryId !== undefined,
});

/** Searches the cities of the selected state. */
export const cityOptions = (stateId: string | undefined, name: string) => ({
  ...citiesQuery({ state_id: stateId, name: name || undefined }),
  enabled: stateId !== undefined,
});
