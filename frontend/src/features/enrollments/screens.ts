import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type List = keyof typeof import('./EnrollmentList');
type Detail = keyof typeof import('./EnrollmentDetail');

const list = (name: List) => withMessages(async () => ({ default: (await import('./EnrollmentList'))[name] }));
const detail = (name: Detail) => withMessages(async () => ({ default: (await import('./EnrollmentDetail'))[name] }));

export const enrollmentScreens: Screens = {
  myTrainings: withMessages(() => import('./MyBatchesPage')),
  myTraining: withMessages(() => import('./MyBatchPage')),
  enrollments: list('AllEnrollments'),
  enrollmentsRejected: list('RejectedEnrollments'),
  pendingPayments: list('PendingPayments'),
  enrollmentRequests: list('EnrollmentRequests'),
  batchCandidates: withMessages(() => import('./BatchCandidatesPage')),
  trainingBatchCandidates: withMessages(() => import('./BatchCandidatesPage')),
  enrollment: detail('Enrollment'),
  pendingPayment: detail('PendingPayment'),
  enrollmentRequest: detail('EnrollmentRequest'),
};
