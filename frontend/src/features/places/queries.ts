import { useMutation } from '@tanstack/react-query';
import {
  createCityMutation,
  createCountryMutation,
  createStateMutation,
  getCityUsageOptions,
  getCountryOptions,
  getCountryUsageOptions,
  getStateOptions,
  getStateUsageOptions,
  listCountriesOptions,
  listStatesOptions,
  updateCityMutation,
  updateCountryMutation,
  updateStateMutation,
  uploadFlagMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

// In ISO 3166-2 no country has more first-level subdivisions than a page of the API.
const ALL_SIZE = 500;
const SEARCH_SIZE = 20;
const AN_HOUR = 3_600_000;

/** All countries by name. */
export const allCountriesQuery = () => ({
  ...listCountriesOptions({ query: { page_size: ALL_SIZE } }),
  staleTime: AN_HOUR,
});

export const countryQuery = (id: string) => getCountryOptions({ path: { country_id: id } });
export const stateQuery = (id: string) => getStateOptions({ path: { state_id: id } });

/** Searches countries and states. */
export const countriesByName = (name: string) =>
  listCountriesOptions({ query: { name: name || undefined, page_size: SEARCH_SIZE } });
export const statesByName = (name: string) =>
  listStatesOptions({ query: { name: name || undefined, page_size: SEARCH_SIZE } });

/** All states of a country. */
export const statesOfQuery = (countryId: string | null) => ({
  ...listStatesOptions({ query: { country_id: countryId ?? undefined, page_size: ALL_SIZE } }),
  enabled: countryId !== null,
});

export const countryUsageQuery = (id: string) =>
  getCountryUsageOptions({ path: { country_id: id } });
export const stateUsageQuery = (id: string) => getStateUsageOptions({ path: { state_id: id } });
export const cityUsageQuery = (id: string) => getCityUsageOptions({ path: { city_id: id } });

const useInvalidatePlaces = () => useInvalidate('places');

export const useAddCountry = () =>
  useMutation({ ...createCountryMutation(), onSuccess: useInvalidatePlaces() });
export const useEditCountry = () =>
  useMutation({ ...updateCountryMutation(), onSuccess: useInvalidatePlaces() });
export const useUploadFlag = () =>
  useMutation({ ...uploadFlagMutation(), onSuccess: useInvalidatePlaces() });
export const useAddState = () =>
  useMutation({ ...createStateMutation(), onSuccess: useInvalidatePlaces() });
export const useEditState = () =>
  useMutation({ ...updateStateMutation(), onSuccess: useInvalidatePlaces() });
export const useAddCity = () =>
  useMutation({ ...createCityMutation(), onSuccess: useInvalidatePlaces() });
export const useEditCity = () =>
  useMutation({ ...updateCityMutation(), onSuccess: useInvalidatePlaces() });
