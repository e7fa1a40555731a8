import type { EnrollmentRead, ListEnrollmentsData } from '@/api/enrollment';
import { paths } from '@/routes/paths';

/** The enrollment lists of the dashboard, by purpose. */
export type Preset = 'all' | 'rejected' | 'pending' | 'requests';

interface PresetRule {
  /** The names of its pages; titles are `routes.<name>`, texts `enrollments.<preset>`. */
  list: 'enrollments' | 'enrollmentsRejected' | 'pendingPayments' | 'enrollmentRequests';
  detail: 'enrollment' | 'pendingPayment' | 'enrollmentRequest';
  /** A fixed status; without it the user can filter. */
  status?: EnrollmentRead['status'];
  sort: NonNullable<NonNullable<ListEnrollmentsData['query']>['sort']>;
  columns: readonly ColumnName[];
}

export type ColumnName =
  | 'candidate'
  | 'username'
  | 'phone'
  | 'organization'
  | 'batch'
  | 'code'
  | 'city'
  | 'starts_at'
  | 'created_at'
  | 'updated_at'
  | 'payment_due_at'
  | 'price'
  | 'payment'
  | 'reason'
  | 'status'
  | 'decide';

export const presets: Record<Preset, PresetRule> = {
  all: {
    list: 'enrollments',
    detail: 'enrollment',
    sort: '-created_at',
    columns: ['candidate', 'organization', 'batch', 'starts_at', 'price', 'created_at', 'status'],
  },
  rejected: {
    list: 'enrollmentsRejected',
    detail: 'enrollment',
    status: 'rejected',
    sort: '-updated_at',
    columns: ['candidate', 'batch', 'reason', 'created_at', 'updated_at'],
  },
  pending: {
    list: 'pendingPayments',
    detail: 'pendingPayment',
    status: 'pending_payment',
    // Earliest deadline first.
    sort: 'payment_due_at',
    columns: ['candidate', 'batch', 'price', 'payment_due_at', 'created_at'],
  },
  requests: {
    list: 'enrollmentRequests',
    detail: 'enrollmentRequest',
    status: 'requested',
    // Longest wait first.
    sort: 'created_at',
    columns: ['candidate', 'batch', 'starts_at', 'created_at', 'decide'],
  },
};

/** Returns the path of a list's records. */
export const detailPath = (preset: Preset) => paths[presets[preset].detail];
