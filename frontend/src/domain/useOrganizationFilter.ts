import { useTranslation } from 'react-i18next';
import type { OrganizationName } from '@/api/identity';
import { listOrganizationNamesOptions } from '@/api/identity/@tanstack/react-query.gen';
import type { Source } from '@/components/form/SearchSelect';
import type { RecordFilter } from '@/components/list/filters';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';

/** Searches approved organizations by name. */
export function useOrganizationSource(): Source<OrganizationName> {
  const locale = useLocale();
  return {
    find: (search) => listOrganizationNamesOptions({ query: { search: search || undefined } }),
    label: (organization) => localized(organization, 'name', locale),
  };
}

/** Returns a filter by organization for admins; other users see one organization only. */
export function useOrganizationFilter(): RecordFilter[] {
  const { t } = useTranslation();
  const source = useOrganizationSource();
  const isAdmin = useSession().profile?.type === 'admin';
  if (!isAdmin) return [];
  return [
    {
      kind: 'record',
      name: 'organization_id',
      label: t('common.organization'),
      source,
      byId: (id) => ({
        ...listOrganizationNamesOptions({ query: { organization_id: id } }),
        select: ({ data }: { data: readonly OrganizationName[] }) => data[0] ?? null,
      }),
    },
  ];
}
