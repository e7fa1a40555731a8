import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getNotificationPreferencesOptions,
  getNotificationPreferencesQueryKey,
  optOutMutation,
  updateNotificationPreferencesMutation,
} from '@/api/notifications/@tanstack/react-query.gen';

export const preferencesQuery = () => getNotificationPreferencesOptions();

/** Saves a preference; saves run in order. */
export function useUpdatePreferences() {
  const client = useQueryClient();
  const key = getNotificationPreferencesQueryKey();
  return useMutation({
    ...updateNotificationPreferencesMutation(),
    scope: { id: 'preferences' },
    // Show the change optimistically.
    onMutate: async ({ body }) => {
      // Cancel a running fetch, which would revert the change.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, (known) => known && { ...known, ...body });
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useOptOut = () => useMutation(optOutMutation());
