import type { OrganizationDetail } from '@/api/identity';
import { HandedInDocuments } from '@/domain/documents/HandedInDocuments';
import { localized, useLocale } from '@/i18n';
import { fetchDocument } from './queries';

/** The organization's documents. */
export function Documents({ organization }: { organization: OrganizationDetail }) {
  return (
    <HandedInDocuments
      documents={organization.documents}
      whose={localized(organization, 'name', useLocale())}
      fetchDocument={({ id }) => fetchDocument(organization.id, id)}
    />
  );
}
