import type { ProfileType } from '@/api/identity';
import type { RouteName } from './paths';
import type { RouteAccess } from './types';

/* The access rule of every page. Gates apply to all pages that are not public; `exempt` lists gates
   that a page skips because it serves to pass them. */

const open = (layout: RouteAccess['layout'] = 'default'): RouteAccess => ({
  layout,
  who: 'public',
});

// Users who cannot verify their account must still be able to read why and ask for help.
const help: RouteAccess = { layout: 'default', who: 'public', exempt: ['verification'] };

const guest: RouteAccess = { layout: 'empty', who: 'guest' };

const candidate: RouteAccess = { layout: 'candidate', who: 'restricted', profiles: ['candidate'] };

const payment: RouteAccess = {
  layout: 'default',
  who: 'authenticated',
  exempt: ['approval', 'payment'],
};

const applicant: RouteAccess = {
  layout: 'announcement',
  who: 'restricted',
  profiles: ['organization', 'staff'],
};

/** A dashboard page of these profiles; admins need one of the permissions. */
function dashboardPage(profiles: readonly ProfileType[], ...permissions: string[]): RouteAccess {
  return { layout: 'dashboard', who: 'restricted', profiles, permissions };
}

/** A dashboard page of the platform's administration. */
function adminPage(...permissions: string[]): RouteAccess {
  return {
    layout: 'dashboard',
    who: 'restricted',
    profiles: ['admin'],
    roles: ['super-admin'],
    permissions,
  };
}

const dashboardProfiles: readonly ProfileType[] = ['organization', 'admin', 'staff', 'trainer'];
const runningTrainings: readonly ProfileType[] = ['organization', 'admin', 'staff'];
const enrolling: readonly ProfileType[] = ['organization', 'admin'];
const organization: readonly ProfileType[] = ['organization'];

const groupMessage = {
  ...dashboardPage(runningTrainings, 'manage-application-settings'),
  needs: ['view-batch'],
};

// The organization's API clients and webhooks.
const integration: RouteAccess = {
  ...dashboardPage(['organization', 'staff']),
  staffRoles: ['admin'],
};

const account: RouteAccess = { layout: 'settings', who: 'restricted', profiles: dashboardProfiles };
const settings: RouteAccess = {
  ...adminPage('manage-application-settings'),
  layout: 'settings',
};

// An account that awaits approval or its fee still needs a safe password.
const ownPassword = ['approval', 'payment'] as const;
const ownSecurity = ['second_factor', 'identity', 'approval', 'picture', 'payment'] as const;
// These pages show what a gate requires.
const ownNotices = ownSecurity;
const ownProfile = ['identity', 'approval', 'picture', 'payment'] as const;

export const access: Record<RouteName, RouteAccess> = {
  home: open(),
  faq: help,
  nos: open(),
  about: open(),
  media: open(),
  support: help,
  services: open(),
  governance: open(),
  terms: help,
  contact: help,
  conversation: help,
  unsubscribe: help,
  developers: open(),
  verifyCertificate: open(),
  verifyLearner: open(),
  publicCertificate: open(),
  sharedCertificates: open(),

  trainings: open('training'),
  batches: open('training'),
  savedBatches: open('training'),
  compareBatches: open('training'),
  training: open('training'),
  provider: open('training'),
  batch: open('training'),
  enroll: open('enroll-candidate'),
  enrollReview: open('enroll-candidate'),

  announcements: open('announcement'),
  announcement: open('announcement'),
  applyStaff: applicant,
  applyReview: applicant,
  applyPay: applicant,

  pay: payment,
  paymobRedirect: payment,

  signIn: guest,
  signUp: guest,
  openid: guest,
  verification: { layout: 'empty', who: 'unverified' },
  // For anyone with the link, signed in or not.
  invitation: { layout: 'empty', who: 'public', exempt: ['verification'] },
  accountChange: { layout: 'empty', who: 'public', exempt: ['verification'] },
  forgotPassword: guest,
  forgotPasswordOtp: guest,
  newPassword: guest,

  candidateAddress: candidate,
  candidateProfile: { ...candidate, exempt: ownProfile },
  candidatePassword: { ...candidate, exempt: ownPassword },
  candidateSecurity: { ...candidate, exempt: ownSecurity },
  candidateData: { ...candidate, exempt: ownSecurity },
  candidateSharing: candidate,
  candidateNotifications: { ...candidate, exempt: ownNotices },
  candidateNotices: { ...candidate, exempt: ownNotices },
  myPayments: candidate,
  myPayment: candidate,
  myTrainings: candidate,
  myTraining: candidate,

  dashboard: dashboardPage(dashboardProfiles),

  myBatches: dashboardPage(['trainer']),
  myBatch: dashboardPage(['trainer']),
  myBatchAttendance: dashboardPage(['trainer']),
  myBatchResults: dashboardPage(['trainer']),
  myBatchSurvey: dashboardPage(['trainer']),

  staff: dashboardPage(organization, 'view-staff'),
  staffAdd: dashboardPage(organization, 'add-staff'),
  staffAddExisting: dashboardPage(organization, 'add-staff'),
  staffEdit: dashboardPage(organization, 'edit-staff'),
  staffView: dashboardPage(organization, 'view-staff'),

  candidates: dashboardPage(enrolling, 'view-candidates'),
  candidateAdd: adminPage('edit-candidate'),
  candidateEdit: adminPage('edit-candidate'),
  candidateView: dashboardPage(enrolling, 'view-candidates'),
  bulkEnrollments: dashboardPage(enrolling, 'create-bulk-enrollments'),
  bulkEnrollment: dashboardPage(enrolling, 'create-bulk-enrollments'),
  organizationCandidates: dashboardPage(enrolling, 'view-candidates'),

  queries: adminPage('view-user-queries'),
  cannedAnswers: adminPage('view-user-queries'),
  query: adminPage('view-user-queries'),

  groupMessages: groupMessage,
  groupMessageAdd: groupMessage,
  groupMessageView: groupMessage,
  groupMessageEdit: groupMessage,

  manageTrainings: dashboardPage(runningTrainings, 'view-trainings'),
  trainingAdd: dashboardPage(organization, 'create-training'),
  trainingImport: dashboardPage(organization, 'create-training'),
  trainingEdit: { ...dashboardPage(runningTrainings, 'edit-training'), staffRoles: ['admin'] },
  trainingView: dashboardPage(runningTrainings, 'view-trainings'),
  trainingBatches: { ...dashboardPage(runningTrainings, 'view-batch'), needs: ['view-trainings'] },
  trainingBatch: dashboardPage(runningTrainings, 'view-batch'),
  trainingBatchCandidates: dashboardPage(runningTrainings, 'view-batch-candidates'),
  manageBatches: dashboardPage(runningTrainings, 'view-batch'),
  batchCalendar: dashboardPage(runningTrainings, 'view-batch'),
  batchAdd: dashboardPage(organization, 'create-training'),
  batchImport: dashboardPage(organization, 'create-training'),
  manageBatch: dashboardPage(runningTrainings, 'view-batch'),
  batchEdit: { ...dashboardPage(runningTrainings, 'edit-training'), staffRoles: ['admin'] },
  batchCandidates: dashboardPage(runningTrainings, 'view-batch-candidates'),
  batchAttendance: dashboardPage(runningTrainings, 'view-batch-candidates'),
  batchResults: dashboardPage(runningTrainings, 'view-batch-candidates'),
  batchSurvey: dashboardPage(runningTrainings, 'view-batch-candidates'),
  batchBulkEnroll: dashboardPage(enrolling, 'create-bulk-enrollments'),

  certificates: dashboardPage(runningTrainings, 'view-certificates'),
  certificateRequests: dashboardPage(runningTrainings, 'approve-certificates'),
  certificate: dashboardPage(runningTrainings, 'view-certificates'),

  payments: dashboardPage(runningTrainings, 'view-payments'),
  revenue: dashboardPage(runningTrainings, 'view-payments'),
  transfers: dashboardPage(['admin'], 'reconcile-payments'),
  statements: dashboardPage(enrolling, 'view-payments'),
  paymentAccounts: dashboardPage(enrolling, 'view-payments'),
  paymentAccount: dashboardPage(enrolling, 'view-payments'),
  paymentAccountEntries: dashboardPage(enrolling, 'view-payments'),
  payment: dashboardPage(runningTrainings, 'view-payments'),
  reconciliation: adminPage('reconcile-payments'),
  reconciliationLines: adminPage('reconcile-payments'),

  enrollments: dashboardPage(runningTrainings, 'view-enrollments'),
  enrollment: dashboardPage(runningTrainings, 'view-enrollments'),
  enrollmentsRejected: dashboardPage(runningTrainings, 'view-enrollments'),
  enrollmentRequests: dashboardPage(organization, 'view-enrollments-requests'),
  enrollmentRequest: dashboardPage(organization, 'view-enrollments-requests'),
  pendingPayments: dashboardPage(runningTrainings, 'view-enrollments'),
  pendingPayment: dashboardPage(runningTrainings, 'view-enrollments'),

  requirements: dashboardPage(organization, 'view-candidates'),
  requirementPeople: dashboardPage(organization, 'view-candidates'),
  jobRoles: dashboardPage(organization, 'view-candidates'),

  appeals: dashboardPage(runningTrainings, 'view-batch-candidates'),
  appeal: dashboardPage(runningTrainings, 'view-batch-candidates'),

  manageAnnouncements: adminPage('view-announcement'),
  announcementAdd: adminPage('create-announcement'),
  announcementEdit: adminPage('edit-announcement'),
  announcementView: adminPage('view-announcement'),

  applications: dashboardPage(runningTrainings, 'view-applications'),
  applicationView: dashboardPage(runningTrainings, 'view-applications'),

  organizations: adminPage('view-organization'),
  organization: adminPage('view-organization'),

  partnerClients: integration,
  webhooks: integration,
  webhook: integration,
  webhookDeliveries: integration,
  webhookDelivery: integration,

  notifications: { ...dashboardPage(dashboardProfiles, 'view-notifications'), exempt: ownNotices },

  users: adminPage('view-users'),
  userAdd: adminPage('create-user'),
  userEdit: adminPage('edit-user'),
  userView: adminPage('view-users'),
  numberCases: adminPage('view-users'),
  numberCase: adminPage('view-users'),
  confirmations: adminPage('edit-sign-in-details'),
  erasures: adminPage('erase-user'),
  erasure: adminPage('erase-user'),
  auditTrail: adminPage('view-audit-trail'),
  auditEntry: adminPage('view-audit-trail'),
  health: adminPage('view-health'),
  roles: adminPage('manage-roles'),
  role: adminPage('manage-roles', 'manage-permissions'),
  permissions: adminPage('manage-roles', 'manage-permissions'),

  accountProfile: { ...account, exempt: ownProfile },
  accountPassword: { ...account, exempt: ownPassword },
  accountSecurity: { ...account, exempt: ownSecurity },
  accountNotices: { ...account, exempt: ownNotices },
  accountData: { ...account, exempt: ownSecurity },
  // Open before approval, because organizations submit documents and logo here.
  accountDetails: { ...account, exempt: ownProfile },

  certificateDesign: dashboardPage(['organization', 'staff'], 'update-certificate-design'),

  settings,
  settingsSignIn: settings,
  settingsCountry: settings,
  settingsState: settings,
  settingsCities: settings,
  settingsGlobal: settings,
  settingsPages: settings,
  settingsPage: settings,
  settingsNotices: settings,
  settingsNotice: settings,
  settingsDeliveries: settings,
  settingsDocuments: settings,
  settingsStaffFee: settings,
  settingsCandidateFee: settings,
  settingsOrganizationFee: settings,

  approvalsStaff: adminPage('view-approval-system'),
  approvalsApplications: adminPage('view-approval-system'),
  approvalsAnnouncements: adminPage('view-approval-system'),
  approvalsOrganizations: adminPage('view-approval-system'),
  approvalLevels: adminPage('view-approval-level'),
  approvalTimes: adminPage('view-approval-level'),
  approvalLevel: adminPage('edit-approval-level'),
  myApprovals: adminPage('view-approval-system'),
  approvalLink: adminPage('view-approval-system'),
  approval: adminPage('view-approval-system'),
  approversAdd: adminPage('create-approval-level'),
  approversEdit: adminPage('edit-approval-level'),

  mainCategories: adminPage('view-category'),
  mainCategoryAdd: adminPage('create-category'),
  mainCategoryEdit: adminPage('edit-category'),
  subcategories: adminPage('view-category'),
  subcategoryAdd: adminPage('create-category'),
  subcategoryEdit: adminPage('edit-category'),
};

/** Returns whether a page requires sign-in. */
export const isForUsers = ({ who }: RouteAccess): boolean =>
  who === 'authenticated' || who === 'restricted';

/** The entry pages of visitors, which load without the messages of all other pages. */
export const firstPages: readonly RouteName[] = [
  'home',
  'trainings',
  'batches',
  'training',
  'batch',
];
