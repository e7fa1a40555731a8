import { type MutationOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AccountDetail, getStaffDocument, type HeldDocument } from '@/api/identity';
import {
  createUserMutation,
  disableUserMutation,
  enableUserMutation,
  endUserSessionMutation,
  endUserSessionsMutation,
  getUserOptions,
  getUserQueryKey,
  listRolesOptions,
  resetUserSecondFactorMutation,
  sendUserVerificationMutation,
  updateUserMutation,
  updateUserRolesMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { localized, useLocale } from '@/i18n';
import { toFile } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

/** More than the number of roles in practice. */
const ALL_ROLES = 500;

export const userQuery = (userId: string) => getUserOptions({ path: { user_id: userId } });

/** Fetches a document of the user's staff profile. */
export const fetchDocument = async ({ profile_id, id }: HeldDocument) => {
  const path = { profile_id, document_id: id };
  return toFile(await getStaffDocument({ path, parseAs: 'blob' }));
};

/** Returns all roles as options, by slug or ID. */
export function useRoleOptions(by: 'id' | 'slug') {
  const locale = useLocale();
  const { data } = useQuery(listRolesOptions({ query: { page_size: ALL_ROLES } }));
  return (data?.data ?? []).map((role) => ({
    value: role[by],
    label: localized(role, 'name', locale),
  }));
}

/** A mutation of a user; the response has the new state. */
function useChange<Error, Variables>(
  change: MutationOptions<AccountDetail, Error, Variables>,
  ...tags: ['roles'?]
) {
  const client = useQueryClient();
  const refresh = useInvalidate('users', ...(tags as 'roles'[]));
  return useMutation({
    ...change,
    onSuccess: (user) => {
      client.setQueryData(getUserQueryKey({ path: { user_id: user.id } }), user);
      return refresh();
    },
  });
}

export const useAddUser = () => useChange(createUserMutation(), 'roles');
export const useEditUser = () => useChange(updateUserMutation());
export const useChangeRoles = () => useChange(updateUserRolesMutation(), 'roles');
export const useDisable = () => useChange(disableUserMutation());
export const useEnable = () => useChange(enableUserMutation());
export const useEndSessions = () => useChange(endUserSessionsMutation());
export const useEndSession = () => useChange(endUserSessionMutation());
export const useResetSecondFactor = () => useChange(resetUserSecondFactorMutation());
export const useSendVerification = () => useChange(sendUserVerificationMutation());
