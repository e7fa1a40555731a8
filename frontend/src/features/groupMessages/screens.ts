import type { Screens } from '@/routes/types';

export const groupMessageScreens: Screens = {
  groupMessages: () => import('./GroupMessageListPage'),
  groupMessageAdd: () => import('./GroupMessageAddPage'),
  groupMessageView: () => import('./GroupMessagePage'),
  groupMessageEdit: () => import('./GroupMessageEditPage'),
};
