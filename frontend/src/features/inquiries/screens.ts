import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const inquiryScreens: Screens = {
  queries: withMessages(() => import('./InquiryListPage'), 'contact', 'inquiries'),
  query: withMessages(
    () => import('./InquiryPage'),
    'audit',
    'canned_answers',
    'contact',
    'document',
    'inquiries',
  ),
};
