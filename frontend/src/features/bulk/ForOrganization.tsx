import { useTranslation } from 'react-i18next';
import type { OrganizationName } from '@/api/identity';
import { SearchSelect } from '@/components/form/SearchSelect';
import { useOrganizationSource } from '@/domain/useOrganizationFilter';

/** Selects the organization for which an admin enrolls people. */
export function ForOrganization({
  value,
  onChange,
}: {
  value: OrganizationName | null;
  onChange: (organization: OrganizationName | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <SearchSelect
      source={useOrganizationSource()}
      value={value}
      onChange={onChange}
      label={t('bulk_enrollments.for_organization')}
      hint={t('bulk_enrollments.for_organization_hint')}
      required
    />
  );
}
