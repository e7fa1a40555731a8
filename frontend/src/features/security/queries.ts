import { useMutation } from '@tanstack/react-query';
import {
  beginPasskeyMutation,
  beginSecondFactorMutation,
  changeEmailMutation,
  confirmSecondFactorMutation,
  createPasskeyMutation,
  deleteOpenidLinkMutation,
  deletePasskeyMutation,
  endOtherSessionsMutation,
  endSessionMutation,
  getOpenidLinkOptions,
  getOpenidProviderOptions,
  getSecondFactorOptions,
  getSignInPolicyOptions,
  listPasskeysOptions,
  listSessionsOptions,
  renewRecoveryCodesMutation,
  requestEmailChangeMutation,
  turnOffSecondFactorMutation,
  updatePasskeyMutation,
  updateSignInPolicyMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { continueSession } from '@/lib/session';
import { useInvalidate } from '@/lib/useInvalidate';

// A notification reports each change immediately, so there are no toasts here.
export const secondFactorQuery = getSecondFactorOptions;
export const passkeysQuery = listPasskeysOptions;
export const sessionsQuery = listSessionsOptions;
export const providerQuery = getOpenidProviderOptions;
export const linkQuery = getOpenidLinkOptions;
export const policyQuery = getSignInPolicyOptions;

export const useRequestEmailChange = () => useMutation(requestEmailChangeMutation());

/** Changes the email address, which ends the other sessions. */
export function useChangeEmail() {
  const refresh = useInvalidate('sessions');
  return useMutation({
    ...changeEmailMutation(),
    onSuccess: (grant) => {
      continueSession(grant);
      return refresh();
    },
  });
}

export const useBeginSecondFactor = () => useMutation(beginSecondFactorMutation());

/** Turns two-step sign-in on; the new token lifts the restrictions. */
export function useConfirmSecondFactor() {
  const refresh = useInvalidate('second factor');
  return useMutation({
    ...confirmSecondFactorMutation(),
    onSuccess: (grant) => {
      continueSession(grant);
      return refresh();
    },
  });
}

export function useTurnOffSecondFactor() {
  return useMutation({
    ...turnOffSecondFactorMutation(),
    onSuccess: useInvalidate('second factor'),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    ...renewRecoveryCodesMutation(),
    onSuccess: useInvalidate('second factor'),
  });
}

export function useUpdatePolicy() {
  return useMutation({ ...updateSignInPolicyMutation(), onSuccess: useInvalidate('policy') });
}

export const useBeginPasskey = () => useMutation(beginPasskeyMutation());

export function useCreatePasskey() {
  return useMutation({ ...createPasskeyMutation(), onSuccess: useInvalidate('passkeys') });
}

export function useRenamePasskey() {
  return useMutation({ ...updatePasskeyMutation(), onSuccess: useInvalidate('passkeys') });
}

export function useRemovePasskey() {
  return useMutation({ ...deletePasskeyMutation(), onSuccess: useInvalidate('passkeys') });
}

export function useDisconnect() {
  return useMutation({ ...deleteOpenidLinkMutation(), onSuccess: useInvalidate('openid') });
}

export function useEndSession() {
  return useMutation({ ...endSessionMutation(), onSuccess: useInvalidate('sessions') });
}

export function useEndOtherSessions() {
  return useMutation({ ...endOtherSessionsMutation(), onSuccess: useInvalidate('sessions') });
}
