import { getStateOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { getOrganizationDocument } from '@/api/identity';
import { getOrganizationOptions } from '@/api/identity/@tanstack/react-query.gen';

export const organizationQuery = (organizationId: string) =>
  getOrganizationOptions({ path: { organization_id: organizationId } });

/** A region of the catalogue by its id. */
export const stateQuery = (stateId: string) => getStateOptions({ path: { state_id: stateId } });

/** The content of a document that the organization handed in. */
export const fetchDocument = async (organizationId: string, documentId: string) => {
  const path = { organization_id: organizationId, document_id: documentId };
  return (await getOrganizationDocument({ path, parseAs: 'blob' })).data as Blob;
};
