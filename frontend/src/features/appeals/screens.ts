import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const appealScreens: Screens = {
  appeals: withMessages(() => import('./AppealListPage'), 'appeals'),
  appeal: withMessages(() => import('./AppealPage'), 'appeals', 'attendance', 'audit', 'results'),
};
