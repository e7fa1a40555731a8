import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const announcementScreens: Screens = {
  manageAnnouncements: withMessages(() => import('./AnnouncementListPage')),
  announcementAdd: withMessages(() => import('./AnnouncementAddPage')),
  announcementEdit: withMessages(() => import('./AnnouncementEditPage')),
  announcementView: withMessages(() => import('./AnnouncementPage')),
};
