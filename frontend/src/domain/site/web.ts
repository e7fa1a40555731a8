import { endpoints } from '@/api/endpoints';
import { setBrand } from '@/lib/brandNames';
import { createResource, useResource } from '@/lib/resource';
import { sessionFetch } from '@/lib/session';
import { emptySiteData, type SiteData } from './types';

async function fetchSiteData(): Promise<SiteData> {
  try {
    const response = await sessionFetch(endpoints.web);
    const data = { ...emptySiteData, ...((await response.json()) as Partial<SiteData>) };
    const general = data.settings?.general;
    if (general) setBrand({ en: general.product_name_en, ar: general.product_name_ar });
    return data;
  } catch (error) {
    console.error('The site data could not be fetched', error);
    return emptySiteData;
  }
}

/** The site's data, fetched once per page load; a failure is logged and the site goes on without. */
export const siteData = createResource(fetchSiteData, Number.POSITIVE_INFINITY);

/** The site's data, and whether it is still on its way. */
export function useSiteData(): SiteData & { isLoading: boolean } {
  const { data, isPending } = useResource(siteData);
  return { ...(data ?? emptySiteData), isLoading: isPending };
}
