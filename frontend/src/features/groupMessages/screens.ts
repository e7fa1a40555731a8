import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const groupMessageScreens: Screens = {
  groupMessages: withMessages(() => import('./GroupMessageListPage')),
  groupMessageAdd: withMessages(() => import('./GroupMessageAddPage')),
  groupMessageView: withMessages(() => import('./GroupMessagePage')),
  groupMessageEdit: withMessages(() => import('./GroupMessageEditPage')),
};
