import type { EnrollmentRead } from '@/api/enrollment';

/** The statuses of an enrollment in chronological order, for filters. */
export const statuses = [
  'requested',
  'waitlisted',
  'pending_payment',
  'confirmed',
  'completed',
  'rejected',
  'cancelled',
  'expired',
] as const satisfies readonly EnrollmentRead['status'][];
