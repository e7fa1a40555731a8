import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const bulkScreens: Screens = {
  bulkEnrollments: withMessages(() => import('./BulkListPage'), 'bulk_enrollments'),
  bulkEnrollment: withMessages(
    () => import('./BulkPage'),
    'bulk_enrollments',
    'edit_grid',
    'enrollments',
  ),
  batchBulkEnroll: withMessages(
    () => import('./BatchBulkPage'),
    'bulk_enrollments',
    'edit_grid',
    'enrollments',
  ),
};
