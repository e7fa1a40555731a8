import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getProfileAddressOptions,
  getProfileAddressQueryKey,
  updateProfileAddressMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { citiesQuery, statesQuery } from '@/domain/site/places';

/** The address of an own profile; null when none was given. */
export const addressQuery = (profileId: string) =>
  getProfileAddressOptions({ path: { profile_id: profileId } });

/** Saves the address of an own profile. */
export function useSaveAddress(profileId: string) {
  const client = useQueryClient();
  return useMutation({
    ...updateProfileAddressMutation(),
    onSuccess: (address) =>
      client.setQueryData(getProfileAddressQueryKey({ path: { profile_id: profileId } }), address),
  });
}

/** The states of a country by what is typed, once one is chosen. */
export const statesOf = (countryId: string | undefined, name: string) => ({
  ...statesQuery({ country_id: countryId, name: name || undefined }),
  enabled: countryId !== undefined,
});

/** The cities of a state by what is typed, once one is chosen. */
export const citiesOf = (stateId: string | undefined, name: string) => ({
  ...citiesQuery({ state_id: stateId, name: name || undefined }),
  enabled: stateId !== undefined,
});
