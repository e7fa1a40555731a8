import { skipToken, useQuery } from '@tanstack/react-query';
import { listOrganizationNamesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';

/** Returns the name of an organization by ID; the user's own needs no request. */
export function useOrganizationName(id: string | undefined): string {
  const locale = useLocale();
  const { profile } = useSession();
  const own = profile?.organization_id === id ? profile : null;
  const options = listOrganizationNamesOptions({ query: { organization_id: id } });
  const { data } = useQuery(id && !own ? options : { ...options, queryFn: skipToken });
  if (own) return localized(own, 'organization_name', locale);
  // Not every admin may read names; the ID still distinguishes organizations.
  return localized(data?.data[0], 'name', locale) || id || '';
}
