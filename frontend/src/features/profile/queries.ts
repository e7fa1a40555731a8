import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getOwnStaffDocument, type OwnDocuments } from '@/api/identity';
import {
  getOwnStaffDocumentsOptions,
  getOwnStaffDocumentsQueryKey,
  getProfileAddressOptions,
  getProfileAddressQueryKey,
  listProfileSubmissionsOptions,
  updateOwnStaffDocumentMutation,
  updateProfileAddressMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';

/** The address of the user's profile; null if there is none. */
export const addressQuery = (profileId: string) =>
  getProfileAddressOptions({ path: { profile_id: profileId } });

/** Saves the address of the user's profile. */
export function useSaveAddress(profileId: string) {
  const client = useQueryClient();
  return useMutation({
    ...updateProfileAddressMutation(),
    onSuccess: (address) =>
      client.setQueryData(getProfileAddressQueryKey({ path: { profile_id: profileId } }), address),
  });
}

/** The submissions of the user's profile and their decisions. */
export const submissionsQuery = (profileId: string) =>
  listProfileSubmissionsOptions({ path: { profile_id: profileId } });

/** The required and uploaded documents of the user's staff profile. */
export const staffDocumentsQuery = (profileId: string) =>
  getOwnStaffDocumentsOptions({ path: { profile_id: profileId } });

/** Uploads a document; the response has the new state. */
export function useHandInStaffDocument() {
  const client = useQueryClient();
  return useMutation({
    ...updateOwnStaffDocumentMutation(),
    onSuccess: (own, { path: { profile_id } }) =>
      client.setQueryData<OwnDocuments>(
        getOwnStaffDocumentsQueryKey({ path: { profile_id } }),
        own,
      ),
  });
}

/** Fetches the content of an uploaded document. */
export async function fetchStaffDocument(profile_id: string, document_id: string) {
  const path = { profile_id, document_id };
  return toFile(await getOwnStaffDocument({ path, parseAs: 'blob' }));
}
