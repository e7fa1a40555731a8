import type { Screens } from '@/routes/types';

export const inquiryScreens: Screens = {
  queries: () => import('./InquiryListPage'),
  query: () => import('./InquiryPage'),
};
