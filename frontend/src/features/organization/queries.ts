import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getOwnOrganizationDocument, type OwnOrganization } from '@/api/identity';
import {
  getOwnOrganizationOptions,
  getOwnOrganizationQueryKey,
  listProfileSubmissionsOptions,
  submitProfileMutation,
  updateOrganizationAddressMutation,
  updateOrganizationContactMutation,
  updateOrganizationDetailsMutation,
  updateOrganizationDocumentMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';
import { refetchUser } from '@/lib/session';
import { useInvalidate } from '@/lib/useInvalidate';

export const organizationQuery = () => getOwnOrganizationOptions();
export const submissionsQuery = (profileId: string) =>
  listProfileSubmissionsOptions({ path: { profile_id: profileId } });

/** Saves a step; the response has the new state of all steps. */
function useStep<Error, Variables>(change: MutationOptions<OwnOrganization, Error, Variables>) {
  const client = useQueryClient();
  return useMutation({
    ...change,
    onSuccess: (organization) =>
      client.setQueryData<OwnOrganization>(getOwnOrganizationQueryKey(), organization),
  });
}

export const useSaveDetails = () => useStep(updateOrganizationDetailsMutation());
export const useSaveContact = () => useStep(updateOrganizationContactMutation());
export const useSaveAddress = () => useStep(updateOrganizationAddressMutation());
export const useHandIn = () => useStep(updateOrganizationDocumentMutation());

/** Submits the organization; its profile then waits for approval. */
export function useSubmit() {
  const refresh = useInvalidate('organizations', 'profiles', 'approvals');
  return useMutation({
    ...submitProfileMutation(),
    onSuccess: async () => {
      await refresh();
      await refetchUser();
    },
  });
}

/** Fetches the content of an uploaded document. */
export const fetchDocument = async (documentId: string) => {
  const path = { document_id: documentId };
  return toFile(await getOwnOrganizationDocument({ path, parseAs: 'blob' }));
};
