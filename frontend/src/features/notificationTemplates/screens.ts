import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const notificationTemplateScreens: Screens = {
  settingsNotices: withMessages(() => import('./TemplateListPage'), 'notices', 'notifications'),
  settingsNotice: withMessages(() => import('./TemplatePage'), 'notices', 'notifications'),
};
