import { useMutation } from '@tanstack/react-query';
import {
  createAccountMutation,
  getAccountOptions,
  updateAccountMutation,
} from '@/api/payments/@tanstack/react-query.gen';
import { isAllowed } from '@/lib/access';
import { useSession } from '@/lib/session';
import { useInvalidate } from '@/lib/useInvalidate';

export const accountQuery = (id: string) => getAccountOptions({ path: { account_id: id } });

/** Allows an organization to pay on account. */
export function useAllow() {
  const refresh = useInvalidate('accounts');
  return useMutation({ ...createAccountMutation(), onSuccess: refresh });
}

/** Changes an account's terms; refetches after a conflict. */
export function useTerms() {
  const refresh = useInvalidate('accounts');
  return useMutation({ ...updateAccountMutation(), onSettled: refresh });
}

/** Returns whether the user can create and change accounts. */
export const useCanManageAccounts = () =>
  isAllowed({ profiles: ['admin'], permissions: ['manage-application-settings'] }, useSession());
