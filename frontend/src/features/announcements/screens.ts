import type { Screens } from '@/routes/types';

export const announcementScreens: Screens = {
  manageAnnouncements: () => import('./AnnouncementListPage'),
  announcementAdd: () => import('./AnnouncementAddPage'),
  announcementEdit: () => import('./AnnouncementEditPage'),
  announcementView: () => import('./AnnouncementPage'),
};
