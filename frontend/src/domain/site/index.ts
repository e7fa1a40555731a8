export { emptySiteData } from './types';
export { loadSiteData, siteDataQuery, useSiteData } from './web';
