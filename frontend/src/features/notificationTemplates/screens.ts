import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const notificationTemplateScreens: Screens = {
  settingsNotices: withMessages(() => import('./TemplateListPage')),
  settingsNotice: withMessages(() => import('./TemplatePage')),
};
