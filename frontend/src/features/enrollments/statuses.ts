import type { EnrollmentRead } from '@/api/enrollment';

/** The states of an enrollment in the order of its life, for filters. */
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
