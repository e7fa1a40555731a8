import { accountScreens } from '@/features/accounts/screens';
import { announcementScreens } from '@/features/announcements/screens';
import { apiClientScreens } from '@/features/apiClients/screens';
import { appealScreens } from '@/features/appeals/screens';
import { applicationScreens } from '@/features/applications/screens';
import { approvalLevelScreens } from '@/features/approvalLevels/screens';
import { approvalScreens } from '@/features/approvals/screens';
import { attendanceScreens } from '@/features/attendance/screens';
import { auditScreens } from '@/features/audit/screens';
import { batchScreens } from '@/features/batches/screens';
import { bulkScreens } from '@/features/bulk/screens';
import { candidateScreens } from '@/features/candidates/screens';
import { cannedAnswerScreens } from '@/features/cannedAnswers/screens';
import { categoryScreens } from '@/features/categories/screens';
import { certificateDesignScreens } from '@/features/certificateDesign/screens';
import { certificateScreens } from '@/features/certificates/screens';
import { confirmationScreens } from '@/features/confirmations/screens';
import { dataScreens } from '@/features/data/screens';
import { deliveryScreens } from '@/features/deliveries/screens';
import { documentKindScreens } from '@/features/documentKinds/screens';
import { enrollmentScreens } from '@/features/enrollments/screens';
import { groupMessageScreens } from '@/features/groupMessages/screens';
import { healthScreens } from '@/features/health/screens';
import { importScreens } from '@/features/imports/screens';
import { inquiryScreens } from '@/features/inquiries/screens';
import { managedTrainingScreens } from '@/features/managedTrainings/screens';
import { notificationScreens } from '@/features/notifications/screens';
import { notificationTemplateScreens } from '@/features/notificationTemplates/screens';
import { numberCaseScreens } from '@/features/numberCases/screens';
import { organizationScreens } from '@/features/organizations/screens';
import { sitePageScreens } from '@/features/pages/screens';
import { paymentScreens } from '@/features/payments/screens';
import { placeScreens } from '@/features/places/screens';
import { preferenceScreens } from '@/features/preferences/screens';
import { profileScreens } from '@/features/profile/screens';
import { requirementScreens } from '@/features/requirements/screens';
import { resultScreens } from '@/features/results/screens';
import { roleScreens } from '@/features/roles/screens';
import { securityScreens } from '@/features/security/screens';
import { settingScreens } from '@/features/settings/screens';
import { sharingScreens } from '@/features/sharing/screens';
import { staffScreens } from '@/features/staff/screens';
import { surveyScreens } from '@/features/surveys/screens';
import { trainerBatchScreens } from '@/features/trainerBatches/screens';
import { transferScreens } from '@/features/transfers/screens';
import { userScreens } from '@/features/users/screens';
import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

/** The screens of pages for signed-in users; a separate chunk that visitors do not load. */
export const screens: Screens = {
  dashboard: withMessages(
    () => import('./DashboardPage'),
    'approvals',
    'enrollments',
    'my_batches',
    'payments',
    'teaching',
  ),
  accountDetails: withMessages(
    () => import('./ProfileDetailsPage'),
    'address',
    'document',
    'image',
    'organization',
    'progress',
    'required_documents',
    'submission',
  ),
  ...batchScreens,
  ...appealScreens,
  ...applicationScreens,
  ...attendanceScreens,
  ...requirementScreens,
  ...resultScreens,
  ...surveyScreens,
  ...importScreens,
  ...managedTrainingScreens,
  ...enrollmentScreens,
  ...sharingScreens,
  ...bulkScreens,
  ...certificateScreens,
  ...paymentScreens,
  ...accountScreens,
  ...transferScreens,
  ...preferenceScreens,
  ...profileScreens,
  ...securityScreens,
  ...notificationTemplateScreens,
  ...deliveryScreens,
  ...notificationScreens,
  ...cannedAnswerScreens,
  ...inquiryScreens,
  ...groupMessageScreens,
  ...auditScreens,
  ...healthScreens,
  ...certificateDesignScreens,
  ...announcementScreens,
  ...approvalLevelScreens,
  ...approvalScreens,
  ...documentKindScreens,
  ...placeScreens,
  ...categoryScreens,
  ...settingScreens,
  ...sitePageScreens,
  ...organizationScreens,
  ...numberCaseScreens,
  ...userScreens,
  ...candidateScreens,
  ...roleScreens,
  ...apiClientScreens,
  ...staffScreens,
  ...trainerBatchScreens,
  ...confirmationScreens,
  ...dataScreens,
};
