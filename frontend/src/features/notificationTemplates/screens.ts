import type { Screens } from '@/routes/types';

export const notificationTemplateScreens: Screens = {
  settingsNotices: () => import('./TemplateListPage'),
  settingsNotice: () => import('./TemplatePage'),
};
