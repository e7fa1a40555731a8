import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints } from '@/api/endpoints';
import { sessionFetch } from '@/lib/session';
import { emptySiteData, type SiteData } from './types';

/** The site's data, fetched once per page load; a failure is logged and the site goes on without. */
export const siteDataQuery = queryOptions({
  queryKey: ['site', 'web'],
  queryFn: async (): Promise<SiteData> => {
    try {
      const response = await sessionFetch(endpoints.web);
      return { ...emptySiteData, ...((await response.json()) as Partial<SiteData>) };
    } catch (error) {
      console.error('The site data could not be fetched', error);
      return emptySiteData;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // The same for everybody, so it outlives a change of user.
  meta: { shared: true },
  gcTime: Number.POSITIVE_INFINITY,
});

export const loadSiteData = (client: QueryClient) => client.prefetchQuery(siteDataQuery);

/** The site's data, and whether it is still on its way. */
export function useSiteData(): SiteData & { isLoading: boolean } {
  const { data, isFetching } = useQuery(siteDataQuery);
  return { ...(data ?? emptySiteData), isLoading: isFetching };
}
