import type { Screens } from '@/routes/types';

type List = keyof typeof import('./EnrollmentList');
type Detail = keyof typeof import('./EnrollmentDetail');

const list = (name: List) => async () => ({ default: (await import('./EnrollmentList'))[name] });
const detail = (name: Detail) => async () => ({
  default: (await import('./EnrollmentDetail'))[name],
});

export const enrollmentScreens: Screens = {
  myTrainings: () => import('./MyBatchesPage'),
  myTraining: () => import('./MyBatchPage'),
  enrollments: list('AllEnrollments'),
  enrollmentsRejected: list('RejectedEnrollments'),
  pendingPayments: list('PendingPayments'),
  enrollmentRequests: list('EnrollmentRequests'),
  batchCandidates: () => import('./BatchCandidatesPage'),
  trainingBatchCandidates: () => import('./BatchCandidatesPage'),
  enrollment: detail('Enrollment'),
  pendingPayment: detail('PendingPayment'),
  enrollmentRequest: detail('EnrollmentRequest'),
};
