import type { SiteData as SiteDocument } from '@/api/catalog';

/** What the whole site needs at once: `GET /api/v1/web`. */
export type SiteData = Omit<SiteDocument, 'settings'> & {
  /** Null while, or when, they could not be fetched. */
  settings: SiteDocument['settings'] | null;
};

export const emptySiteData: SiteData = {
  countries: [],
  settings: null,
  categories: [],
  categoryMenu: [],
};
