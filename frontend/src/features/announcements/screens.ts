import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const announcementScreens: Screens = {
  manageAnnouncements: withMessages(() => import('./AnnouncementListPage'), 'announcements'),
  announcementAdd: withMessages(
    () => import('./AnnouncementAddPage'),
    'announcements',
    'rich_text',
  ),
  announcementEdit: withMessages(
    () => import('./AnnouncementEditPage'),
    'announcements',
    'document',
    'rich_text',
  ),
  announcementView: withMessages(
    () => import('./AnnouncementPage'),
    'announcements',
    'audit',
    'document',
  ),
};
