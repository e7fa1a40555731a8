import type { SiteData as SiteDocument } from '@/api/catalog';
import { endpoints } from '@/api/endpoints';
import { setBrand } from '@/lib/brandNames';
import { pause } from '@/lib/pause';
import { createResource, useResource } from '@/lib/resource';
import { sessionFetch } from '@/lib/session';
import { type CategoryMenu, emptySiteData, type SiteData } from './types';

/** The first page waits for the settings, so only the menu is fetched again. */
const MENU_RETRIES = 2;

/** Fetches a part of the site's data; logs a failure after its retries and continues without it. */
async function fetchPart(address: string, retries = 0): Promise<Partial<SiteDocument>> {
  try {
    return await (await sessionFetch(address)).json();
  } catch (error) {
    if (retries > 0) {
      await pause(1);
      return fetchPart(address, retries - 1);
    }
    console.error('The site data could not be fetched', error);
    return {};
  }
}

async function fetchSiteData(): Promise<SiteData> {
  const { settings = null } = await fetchPart(endpoints.settings);
  const general = settings?.general;
  if (general) setBrand({ en: general.product_name_en, ar: general.product_name_ar });
  return { settings };
}

async function fetchCategoryMenu(): Promise<CategoryMenu> {
  return (await fetchPart(endpoints.categoryMenu, MENU_RETRIES)).categoryMenu ?? [];
}

/** The site's data, fetched once per page load. */
export const siteData = createResource(fetchSiteData, Number.POSITIVE_INFINITY);

const categoryMenu = createResource(fetchCategoryMenu, Number.POSITIVE_INFINITY);

/** Returns the site's data, and whether it is loading. */
export function useSiteData(): SiteData & { isLoading: boolean } {
  const { data, isPending } = useResource(siteData);
  return { ...(data ?? emptySiteData), isLoading: isPending };
}

const NONE: CategoryMenu = [];

/** Returns the category menu, fetched once on first use, and whether it is loading. */
export function useCategoryMenu(): { menu: CategoryMenu; isLoading: boolean } {
  const { data, isPending } = useResource(categoryMenu);
  return { menu: data ?? NONE, isLoading: isPending };
}
