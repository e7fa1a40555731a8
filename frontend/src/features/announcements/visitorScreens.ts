import type { Screens } from '@/routes/types';

export const publicAnnouncementScreens: Screens = {
  announcements: () => import('./AnnouncementsPage'),
  announcement: () => import('./PublicAnnouncementPage'),
};
