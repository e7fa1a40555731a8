import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffDetail } from '@/api/identity';
import {
  createStaffMutation,
  getPersonMutation,
  getStaffOptions,
  getStaffQueryKey,
  inviteExistingMutation,
  removeStaffMutation,
  resumeStaffMutation,
  sendStaffInvitationMutation,
  suspendStaffMutation,
  updateStaffMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const staffQuery = (profileId: string) =>
  getStaffOptions({ path: { profile_id: profileId } });

/** A mutation of a member; the response has the new state. */
function useChange<Error, Variables>(change: MutationOptions<StaffDetail, Error, Variables>) {
  const client = useQueryClient();
  const refresh = useInvalidate('staff');
  return useMutation({
    ...change,
    onSuccess: (member) => {
      client.setQueryData(getStaffQueryKey({ path: { profile_id: member.id } }), member);
      return refresh();
    },
  });
}

export const useAddStaff = () => useChange(createStaffMutation());
export const useInviteExisting = () => useChange(inviteExistingMutation());
export const useEditStaff = () => useChange(updateStaffMutation());
export const useSuspend = () => useChange(suspendStaffMutation());
export const useResume = () => useChange(resumeStaffMutation());
export const useSendInvitation = () => useChange(sendStaffInvitationMutation());
export const useFindPerson = () => useMutation(getPersonMutation());
export const useRemove = () =>
  useMutation({ ...removeStaffMutation(), onSuccess: useInvalidate('staff') });
