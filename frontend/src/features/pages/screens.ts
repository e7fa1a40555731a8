import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const sitePageScreens: Screens = {
  settingsPages: withMessages(() => import('./SitePagesPage'), 'site_pages'),
  settingsPage: withMessages(() => import('./PageEditorPage'), 'pages', 'rich_text', 'site_pages'),
};
