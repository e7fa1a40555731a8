import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const groupMessageScreens: Screens = {
  groupMessages: withMessages(
    () => import('./GroupMessageListPage'),
    'enrollments',
    'group_messages',
  ),
  groupMessageAdd: withMessages(
    () => import('./GroupMessageAddPage'),
    'enrollments',
    'group_messages',
  ),
  groupMessageView: withMessages(
    () => import('./GroupMessagePage'),
    'audit',
    'deliveries',
    'group_messages',
  ),
  groupMessageEdit: withMessages(
    () => import('./GroupMessageEditPage'),
    'enrollments',
    'group_messages',
  ),
};
