import type { SiteData as SiteDocument } from '@/api/catalog';

/** The part of `GET /api/v1/web` that every page may show. */
export type SiteData = Pick<Required<SiteDocument>, 'settings'>;

/** The value while loading or after a failure. */
export const emptySiteData: SiteData = { settings: null };

/** The main categories with their subcategories. */
export type CategoryMenu = Required<SiteDocument>['categoryMenu'];
