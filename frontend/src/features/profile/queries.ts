import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getProfileAddressOptions,
  getProfileAddressQueryKey,
  updateProfileAddressMutation,
} from '@/api/identity/@tanstack/react-query.gen';

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
