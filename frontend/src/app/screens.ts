import { approvalScreens } from '@/features/approvals/screens';
import { auditScreens } from '@/features/audit/screens';
import { authScreens } from '@/features/auth/screens';
import { candidateScreens } from '@/features/candidates/screens';
import { dataScreens } from '@/features/data/screens';
import { documentKindScreens } from '@/features/documentKinds/screens';
import { enrollmentScreens } from '@/features/enrollments/screens';
import { homeScreens } from '@/features/home/screens';
import { notificationScreens } from '@/features/notifications/screens';
import { numberScreens } from '@/features/numbers/screens';
import { organizationScreens } from '@/features/organizations/screens';
import { partnerScreens } from '@/features/partners/screens';
import { paymentScreens } from '@/features/payments/screens';
import { profileScreens } from '@/features/profile/screens';
import { roleScreens } from '@/features/roles/screens';
import { securityScreens } from '@/features/security/screens';
import { staffScreens } from '@/features/staff/screens';
import { teachingScreens } from '@/features/teaching/screens';
import { trainingScreens } from '@/features/trainings/screens';
import { userScreens } from '@/features/users/screens';
import type { Screens } from '@/routes/types';

/** Every screen there is. A route without one shows that it is not built yet. */
export const screens: Screens = {
  dashboard: () => import('./DashboardPage'),
  accountDetails: () => import('./ProfileDetailsPage'),
  ...homeScreens,
  ...authScreens,
  ...trainingScreens,
  ...enrollmentScreens,
  ...paymentScreens,
  ...profileScreens,
  ...securityScreens,
  ...notificationScreens,
  ...auditScreens,
  ...approvalScreens,
  ...documentKindScreens,
  ...organizationScreens,
  ...numberScreens,
  ...userScreens,
  ...candidateScreens,
  ...roleScreens,
  ...partnerScreens,
  ...staffScreens,
  ...teachingScreens,
  ...dataScreens,
};
