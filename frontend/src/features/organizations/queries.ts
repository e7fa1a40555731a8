import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getStateOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { getOrganizationDocument, type OrganizationDetail } from '@/api/identity';
import {
  getOrganizationOptions,
  getOrganizationQueryKey,
  resumeOrganizationMutation,
  suspendOrganizationMutation,
  updateAddressOfOrganizationMutation,
  updateContactOfOrganizationMutation,
  updateDetailsOfOrganizationMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

export const organizationQuery = (organizationId: string) =>
  getOrganizationOptions({ path: { organization_id: organizationId } });

/** Mutations of an organization; the response has the new state. */
function useChange<Error, Variables>(
  change: MutationOptions<OrganizationDetail, Error, Variables>,
) {
  const client = useQueryClient();
  const refresh = useInvalidate('organizations');
  return useMutation({
    ...change,
    onSuccess: (organization) => {
      const key = getOrganizationQueryKey({ path: { organization_id: organization.id } });
      client.setQueryData(key, organization);
      return refresh();
    },
  });
}

export const useCorrectDetails = () => useChange(updateDetailsOfOrganizationMutation());
export const useCorrectContact = () => useChange(updateContactOfOrganizationMutation());
export const useCorrectAddress = () => useChange(updateAddressOfOrganizationMutation());
export const useSuspend = () => useChange(suspendOrganizationMutation());
export const useResume = () => useChange(resumeOrganizationMutation());

/** A region of the catalogue by ID. */
export const stateQuery = (stateId: string) => getStateOptions({ path: { state_id: stateId } });

/** Fetches a document of the organization. */
export const fetchDocument = async (organizationId: string, documentId: string) => {
  const path = { organization_id: organizationId, document_id: documentId };
  return toFile(await getOrganizationDocument({ path, parseAs: 'blob' }));
};
