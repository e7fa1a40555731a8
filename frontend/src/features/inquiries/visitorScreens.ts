import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const conversationScreens: Screens = {
  conversation: withMessages(() => import('./ConversationPage'), 'contact', 'conversation'),
};
