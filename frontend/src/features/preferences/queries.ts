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
    // The choice shows at once.
    onMutate: async ({ body }) => {
      // An older answer would take the choice back.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, (known) => known && { ...known, ...body });
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useOptOut = () => useMutation(optOutMutation());
