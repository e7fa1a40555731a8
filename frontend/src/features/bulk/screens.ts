import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const bulkScreens: Screens = {
  bulkEnrollments: withMessages(() => import('./BulkListPage')),
  bulkEnrollment: withMessages(() => import('./BulkPage')),
  batchBulkEnroll: withMessages(() => import('./BatchBulkPage')),
};
