import type { RouteName } from './paths';

/** Pages about the same things: one entry of the menu, and tabs of one another. */
export const families = {
  trainings: ['manageTrainings', 'mainCategories', 'subcategories'],
  batches: ['manageBatches', 'batchCalendar'],
  enrollments: [
    'enrollments',
    'enrollmentRequests',
    'pendingPayments',
    'enrollmentsRejected',
    'bulkEnrollments',
    'appeals',
  ],
  certificates: ['certificates', 'certificateRequests'],
  payments: [
    'payments',
    'statements',
    'revenue',
    'transfers',
    'reconciliation',
    'reconciliationLines',
  ],
  candidates: ['candidates', 'organizationCandidates'],
  requirements: ['requirements', 'requirementPeople', 'jobRoles'],
  announcements: ['manageAnnouncements', 'applications'],
  approvals: [
    'myApprovals',
    'approvalsOrganizations',
    'approvalsStaff',
    'approvalsAnnouncements',
    'approvalsApplications',
    'approvalLevels',
    'approvalTimes',
  ],
  access: ['users', 'roles', 'numberCases', 'erasures', 'auditTrail'],
  integration: ['partnerClients', 'webhooks'],
  settings: [
    'settings',
    'settingsGlobal',
    'settingsCountry',
    'settingsState',
    'settingsCities',
    'settingsPages',
    'settingsDocuments',
    'settingsOrganizationFee',
    'settingsStaffFee',
    'settingsCandidateFee',
    'settingsSignIn',
  ],
  account: [
    'accountProfile',
    'accountDetails',
    'accountPassword',
    'accountSecurity',
    'accountData',
  ],
} as const satisfies Record<string, readonly RouteName[]>;

export type Family = keyof typeof families;
