import type { Screens } from '@/routes/types';

export const bulkScreens: Screens = {
  bulkEnrollments: () => import('./BulkListPage'),
  bulkEnrollment: () => import('./BulkPage'),
  batchBulkEnroll: () => import('./BatchBulkPage'),
};
