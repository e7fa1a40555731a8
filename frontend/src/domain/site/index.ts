export { emptySiteData, type SiteData } from './types';
export { loadSiteData, siteDataQuery, useSiteData } from './web';
