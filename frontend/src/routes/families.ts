import type { RouteName } from './paths';

/** Pages about the same things: one entry of the menu, and tabs of one another. */
export const families = {
  enrollments: ['enrollments', 'enrollmentRequests', 'pendingPayments', 'enrollmentsRejected'],
  approvals: [
    'myApprovals',
    'approvalsOrganizations',
    'approvalsStaff',
    'approvalsAnnouncements',
    'approvalsApplications',
  ],
  categories: ['mainCategories', 'subcategories'],
  settings: [
    'settings',
    'settingsGlobal',
    'settingsCountry',
    'settingsState',
    'settingsCities',
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
