import type { Screens } from '@/routes/types';

export const noticeScreens: Screens = {
  settingsNotices: () => import('./NoticeListPage'),
  settingsNotice: () => import('./NoticePage'),
};
