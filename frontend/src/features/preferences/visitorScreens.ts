import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const unsubscribeScreens: Screens = {
  unsubscribe: withMessages(() => import('./UnsubscribePage'), 'notifications', 'unsubscribe'),
};
