import type { SiteData as SiteDocument } from '@/api/catalog';

/** What any page may show of the site: of `GET /api/v1/web` this part. */
export type SiteData = Pick<Required<SiteDocument>, 'settings'>;

/** What is known while, or when, it could not be fetched. */
export const emptySiteData: SiteData = { settings: null };

/** The main categories, each with those below it. */
export type CategoryMenu = Required<SiteDocument>['categoryMenu'];
