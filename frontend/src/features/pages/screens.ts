import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const sitePageScreens: Screens = {
  settingsPages: withMessages(() => import('./SitePagesPage')),
  settingsPage: withMessages(() => import('./PageEditorPage')),
};
