import { queryClient } from '@/lib/queryClient';
import { loadSiteData } from './web';

/** Fetches the site's data once, when the app starts. */
export const startSiteData = () => loadSiteData(queryClient);
