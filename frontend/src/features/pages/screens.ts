import type { Screens } from '@/routes/types';

export const sitePageScreens: Screens = {
  settingsPages: () => import('./SitePagesPage'),
  settingsPage: () => import('./PageEditorPage'),
};
