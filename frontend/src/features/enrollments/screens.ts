import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type List = keyof typeof import('./EnrollmentList');
type Detail = keyof typeof import('./EnrollmentDetail');

const list = (name: List) =>
  withMessages(
    async () => ({ default: (await import('./EnrollmentList'))[name] }),
    'batches',
    'bulk',
    'enrollments',
    'my_batches',
  );
const detail = (name: Detail) =>
  withMessages(
    async () => ({ default: (await import('./EnrollmentDetail'))[name] }),
    'audit',
    'candidates',
    'enrollment_cancel',
    'enrollments',
    'my_batches',
  );

export const enrollmentScreens: Screens = {
  myTrainings: withMessages(() => import('./MyBatchesPage'), 'calendar', 'my_batches'),
  myTraining: withMessages(
    () => import('./MyBatchPage'),
    'appeals',
    'enroll',
    'my_batches',
    'surveys',
    'verification',
  ),
  enrollments: list('AllEnrollments'),
  enrollmentsRejected: list('RejectedEnrollments'),
  pendingPayments: list('PendingPayments'),
  enrollmentRequests: list('EnrollmentRequests'),
  batchCandidates: withMessages(
    () => import('./BatchCandidatesPage'),
    'archives',
    'batches',
    'certificates',
    'enrollment_cancel',
    'enrollments',
    'group_messages',
    'my_batches',
  ),
  trainingBatchCandidates: withMessages(
    () => import('./BatchCandidatesPage'),
    'archives',
    'batches',
    'certificates',
    'enrollment_cancel',
    'enrollments',
    'group_messages',
    'my_batches',
  ),
  enrollment: detail('Enrollment'),
  pendingPayment: detail('PendingPayment'),
  enrollmentRequest: detail('EnrollmentRequest'),
};
