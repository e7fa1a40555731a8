import type { Screens } from '@/routes/types';

export const conversationScreens: Screens = {
  conversation: () => import('./ConversationPage'),
};
