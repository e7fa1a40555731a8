export { siteData, useCategoryMenu, useSiteData } from './web';
