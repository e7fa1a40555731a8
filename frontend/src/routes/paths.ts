import { generatePath } from 'react-router';

/**
 * All paths of the app by route name. URLs are not written elsewhere: link with `paths.home`, or
 * `href(paths.batch, { id, batchId })` for parameters.
 */
export const paths = {
  home: '/',
  faq: '/faq',
  nos: '/nos',
  about: '/about',
  media: '/media',
  support: '/support',
  services: '/services',
  governance: '/governance',
  terms: '/terms-conditions',
  contact: '/contact-us',
  conversation: '/contact-us/query',
  unsubscribe: '/unsubscribe',
  developers: '/developers',
  verifyCertificate: '/verify-certificate',
  verifyLearner: '/verify-learner',
  publicCertificate: '/certificates/:number',
  sharedCertificates: '/certificates/shared/:token',

  trainings: '/trainings',
  batches: '/trainings/batches',
  savedBatches: '/trainings/batches/saved',
  compareBatches: '/trainings/batches/compare',
  training: '/trainings/:id',
  provider: '/organizations/:id',
  batch: '/trainings/:id/batch/:batchId',
  enroll: '/trainings/:id/batch/:batchId/enroll',
  enrollReview: '/trainings/:id/batch/:batchId/enroll/review',

  announcements: '/announcements',
  announcement: '/announcements/:id',
  applyStaff: '/announcements/:id/staff-members',
  applyReview: '/announcements/:id/review',
  applyPay: '/announcements/:id/pay',

  pay: '/payments/pay',
  paymobRedirect: '/payments/paymob/redirect',

  signIn: '/auth/sign-in',
  signUp: '/auth/sign-up',
  openid: '/auth/openid',
  verification: '/auth/verification',
  invitation: '/auth/invitation',
  accountChange: '/auth/account-change',
  forgotPassword: '/auth/forgot-password',
  forgotPasswordOtp: '/auth/forgot-password/verification',
  newPassword: '/auth/forgot-password/new-password',

  candidateAddress: '/candidate/address',
  candidateProfile: '/candidate/profile',
  candidatePassword: '/candidate/change-password',
  candidateSecurity: '/candidate/security',
  candidateData: '/candidate/my-data',
  candidateSharing: '/candidate/sharing',
  candidateNotifications: '/candidate/notifications',
  candidateNotices: '/candidate/notification-settings',
  myPayments: '/candidate/my-payments',
  myPayment: '/candidate/my-payments/:id',
  myTrainings: '/candidate/my-trainings',
  myTraining: '/candidate/my-trainings/:id/batch/:batchId',

  dashboard: '/dashboard',

  myBatches: '/dashboard/my-batches',
  myBatch: '/dashboard/my-batches/:id',
  myBatchAttendance: '/dashboard/my-batches/:id/attendance',
  myBatchResults: '/dashboard/my-batches/:id/results',
  myBatchSurvey: '/dashboard/my-batches/:id/survey',

  staff: '/dashboard/staff',
  staffAdd: '/dashboard/staff/add',
  staffAddExisting: '/dashboard/staff/add-existing',
  staffEdit: '/dashboard/staff/:id',
  staffView: '/dashboard/staff/:id/view',

  candidates: '/dashboard/candidates',
  candidateAdd: '/dashboard/candidates/add',
  candidateEdit: '/dashboard/candidates/:id',
  candidateView: '/dashboard/candidates/:id/view',
  bulkEnrollments: '/dashboard/candidates/bulk-enroll-candidates',
  bulkEnrollment: '/dashboard/candidates/bulk-enroll-candidates/bulk',
  organizationCandidates: '/dashboard/candidates/organization-candidates',

  queries: '/dashboard/queries',
  cannedAnswers: '/dashboard/queries/canned-answers',
  query: '/dashboard/queries/:id',

  groupMessages: '/dashboard/messages',
  groupMessageAdd: '/dashboard/messages/add',
  groupMessageView: '/dashboard/messages/:id',
  groupMessageEdit: '/dashboard/messages/:id/edit',

  manageTrainings: '/dashboard/trainings',
  trainingAdd: '/dashboard/trainings/add',
  trainingImport: '/dashboard/trainings/import',
  trainingEdit: '/dashboard/trainings/:id',
  trainingView: '/dashboard/trainings/:id/view',
  trainingBatches: '/dashboard/trainings/:id/batches',
  trainingBatch: '/dashboard/trainings/:id/batches/:uuid',
  trainingBatchCandidates: '/dashboard/trainings/:id/batches/:uuid/candidate',
  manageBatches: '/dashboard/trainings/batches',
  batchCalendar: '/dashboard/trainings/batches/calendar',
  batchAdd: '/dashboard/trainings/batches/add',
  batchImport: '/dashboard/trainings/batches/import',
  manageBatch: '/dashboard/trainings/batches/:uuid',
  batchEdit: '/dashboard/trainings/batches/:uuid/edit',
  batchCandidates: '/dashboard/trainings/batches/:uuid/candidates',
  batchAttendance: '/dashboard/trainings/batches/:uuid/attendance',
  batchResults: '/dashboard/trainings/batches/:uuid/results',
  batchSurvey: '/dashboard/trainings/batches/:uuid/survey',
  batchBulkEnroll: '/dashboard/trainings/batches/:uuid/bulk-enroll',

  certificates: '/dashboard/certificates',
  certificateRequests: '/dashboard/certificates/requests',
  certificate: '/dashboard/certificates/:id',

  payments: '/dashboard/payments',
  revenue: '/dashboard/payments/revenue',
  transfers: '/dashboard/payments/transfers',
  statements: '/dashboard/payments/statements',
  paymentAccounts: '/dashboard/payments/accounts',
  paymentAccount: '/dashboard/payments/accounts/:id',
  paymentAccountEntries: '/dashboard/payments/accounts/:id/entries',
  payment: '/dashboard/payments/:id',
  reconciliation: '/dashboard/payments/reconciliation',
  reconciliationLines: '/dashboard/payments/reconciliation/lines',

  enrollments: '/dashboard/enrollments',
  enrollment: '/dashboard/enrollments/:id',
  enrollmentsRejected: '/dashboard/enrollments/rejected',
  enrollmentRequests: '/dashboard/enrollments/requests',
  enrollmentRequest: '/dashboard/enrollments/requests/:id',
  pendingPayments: '/dashboard/enrollments/pending-payments',
  pendingPayment: '/dashboard/enrollments/pending-payments/:id',

  requirements: '/dashboard/requirements',
  requirementPeople: '/dashboard/requirements/people',
  jobRoles: '/dashboard/requirements/roles',

  appeals: '/dashboard/appeals',
  appeal: '/dashboard/appeals/:id',

  manageAnnouncements: '/dashboard/announcement',
  announcementAdd: '/dashboard/announcement/add',
  announcementEdit: '/dashboard/announcement/:id',
  announcementView: '/dashboard/announcement/:id/view',

  applications: '/dashboard/applications',
  applicationView: '/dashboard/applications/:id/view',

  organizations: '/dashboard/organization',
  organization: '/dashboard/organization/:id',

  partnerClients: '/dashboard/api-clients',
  webhooks: '/dashboard/webhooks',
  webhook: '/dashboard/webhooks/:id',
  webhookDeliveries: '/dashboard/webhooks/:id/deliveries',
  webhookDelivery: '/dashboard/webhooks/:id/deliveries/:deliveryId',

  notifications: '/dashboard/notifications',

  users: '/dashboard/admin-management',
  userAdd: '/dashboard/admin-management/add',
  userEdit: '/dashboard/admin-management/:id',
  userView: '/dashboard/admin-management/:id/view',
  numberCases: '/dashboard/admin-management/identity-numbers',
  numberCase: '/dashboard/admin-management/identity-numbers/:id',
  confirmations: '/dashboard/admin-management/confirmations',
  erasures: '/dashboard/admin-management/erasures',
  erasure: '/dashboard/admin-management/erasures/:id',
  auditTrail: '/dashboard/admin-management/audit-trail',
  auditEntry: '/dashboard/admin-management/audit-trail/:id',
  roles: '/dashboard/admin-management/roles',
  role: '/dashboard/admin-management/roles/:id',
  permissions: '/dashboard/admin-management/permissions',

  health: '/dashboard/health',

  accountProfile: '/dashboard/account-settings/profile',
  accountPassword: '/dashboard/account-settings/change-password',
  accountSecurity: '/dashboard/account-settings/security',
  accountNotices: '/dashboard/account-settings/notifications',
  accountData: '/dashboard/account-settings/my-data',
  accountDetails: '/dashboard/account-settings/profile-details',

  certificateDesign: '/dashboard/certificate-design',

  settings: '/dashboard/application-settings',
  settingsSignIn: '/dashboard/application-settings/sign-in',
  settingsCountry: '/dashboard/application-settings/country',
  settingsState: '/dashboard/application-settings/state',
  settingsCities: '/dashboard/application-settings/cities',
  settingsGlobal: '/dashboard/application-settings/global-settings',
  settingsPages: '/dashboard/application-settings/global-settings/pages',
  settingsPage: '/dashboard/application-settings/global-settings/pages/:slug',
  settingsNotices: '/dashboard/application-settings/notices',
  settingsNotice: '/dashboard/application-settings/notices/:kind',
  settingsDeliveries: '/dashboard/application-settings/deliveries',
  settingsDocuments: '/dashboard/application-settings/organization-document',
  settingsStaffFee: '/dashboard/application-settings/staff-registration-fee',
  settingsCandidateFee: '/dashboard/application-settings/candidate-registration-fee',
  settingsOrganizationFee: '/dashboard/application-settings/organization-registration-fee',

  approvalsStaff: '/dashboard/approval-system/staff',
  approvalsApplications: '/dashboard/approval-system/applications',
  approvalsAnnouncements: '/dashboard/approval-system/announcements',
  approvalsOrganizations: '/dashboard/approval-system/organization',
  approvalLevels: '/dashboard/approval-system/levels',
  approvalTimes: '/dashboard/approval-system/times',
  approvalLevel: '/dashboard/approval-system/levels/:id',
  myApprovals: '/dashboard/approval-system/my-approvals',
  approvalLink: '/dashboard/approval-system/links',
  approval: '/dashboard/approval-system/:id',
  approversAdd: '/dashboard/approval-system/assign-approvers/add',
  approversEdit: '/dashboard/approval-system/assign-approvers/:id',

  mainCategories: '/dashboard/categories/main-categories',
  mainCategoryAdd: '/dashboard/categories/main-categories/add',
  mainCategoryEdit: '/dashboard/categories/main-categories/:id',
  subcategories: '/dashboard/categories/subcategories',
  subcategoryAdd: '/dashboard/categories/subcategories/add',
  subcategoryEdit: '/dashboard/categories/subcategories/:id',
} as const;

export type RouteName = keyof typeof paths;

/** Builds the URL of a route with parameters and an optional query; empty values are omitted. */
export function href<Path extends string>(
  path: Path,
  params: Parameters<typeof generatePath<Path>>[1],
  query?: Record<string, string | number | null | undefined>,
): string {
  const address = generatePath(path, params);
  return query ? address + queryString(query) : address;
}

type QueryValue = string | number | boolean | null | undefined;

/** Returns `?a=1&b=2&b=3` of the set values, or an empty string. */
export function queryString(query: Record<string, QueryValue | readonly QueryValue[]>): string {
  const set = Object.entries(query)
    .flatMap(([key, value]) => [value].flat().map((one) => [key, one] as const))
    .filter(([, value]) => value !== null && value !== undefined && value !== '');
  return set.length > 0
    ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`
    : '';
}
