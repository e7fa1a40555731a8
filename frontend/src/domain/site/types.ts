import type { SiteData as SiteDocument } from '@/api/catalog';

/** What any page may show of the site: of `GET /api/v1/web` these parts. */
export type SiteData = Pick<Required<SiteDocument>, 'categoryMenu' | 'settings'>;

/** What is known while, or when, they could not be fetched. */
export const emptySiteData: SiteData = { settings: null, categoryMenu: [] };
