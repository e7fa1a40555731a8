export { siteData, useSiteData } from './web';
