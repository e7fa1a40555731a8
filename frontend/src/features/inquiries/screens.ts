import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const inquiryScreens: Screens = {
  queries: withMessages(() => import('./InquiryListPage')),
  query: withMessages(() => import('./InquiryPage')),
};
