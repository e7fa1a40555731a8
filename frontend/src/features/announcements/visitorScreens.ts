import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const publicAnnouncementScreens: Screens = {
  announcements: withMessages(() => import('./AnnouncementsPage'), 'announcement_page'),
  announcement: withMessages(
    () => import('./PublicAnnouncementPage'),
    'announcement_page',
    'document',
  ),
};
