import type { TFunction } from 'i18next';

export type StatusColor = 'default' | 'info' | 'success' | 'warning' | 'error';

/**
 * The statuses of each noun with their colours; the only definition. Texts are
 * `status.<noun>.<status>`, because Arabic agrees with the noun. The noun comes from the API's
 * enum: `number_case` from `NumberCaseStatus`. `npm run check` compares this list, the texts and
 * the enums.
 */
export const statuses = {
  account: { active: 'success', disabled: 'default' },
  account_bill: { open: 'info', overdue: 'error', paid: 'success' },
  appeal: { open: 'warning', upheld: 'default', changed: 'success', withdrawn: 'default' },
  application: {
    draft: 'default',
    pending_payment: 'warning',
    submitted: 'info',
    returned: 'warning',
    approved: 'success',
    rejected: 'error',
    withdrawn: 'default',
    expired: 'default',
  },
  approval: {
    draft: 'default',
    submitted: 'info',
    approved: 'success',
    rejected: 'error',
    returned: 'warning',
  },
  bank_credit: {
    proposed: 'info',
    to_decide: 'warning',
    matched: 'success',
    set_aside: 'default',
  },
  batch: { draft: 'default', published: 'success', cancelled: 'default' },
  bulk_enrollment: {
    mapping: 'warning',
    checking: 'info',
    checked: 'warning',
    processing: 'info',
    awaiting_payment: 'warning',
    finished: 'success',
    cancelled: 'default',
    expired: 'default',
  },
  candidate: { registered: 'default', verified: 'info', paid: 'success', disabled: 'default' },
  certificate: {
    valid: 'success',
    expiring: 'warning',
    expired: 'error',
    suspended: 'warning',
    revoked: 'error',
    superseded: 'default',
  },
  certificate_request: { waiting: 'warning', approved: 'success', rejected: 'error' },
  task: { open: 'warning', closed: 'success' },
  charge: {
    open: 'warning',
    paid: 'success',
    refunded: 'info',
    partly_refunded: 'info',
    cancelled: 'default',
    expired: 'default',
  },
  document: { valid: 'success', expiring: 'warning', expired: 'error' },
  data_request: { collecting: 'info', ready: 'success', expired: 'default', failed: 'error' },
  enrollment: {
    requested: 'info',
    waitlisted: 'warning',
    pending_payment: 'warning',
    confirmed: 'success',
    completed: 'success',
    rejected: 'error',
    cancelled: 'default',
    expired: 'default',
  },
  enrollment_result: { passed: 'success', failed: 'error', absent: 'warning' },
  confirmation: {
    open: 'warning',
    confirmed: 'success',
    declined: 'error',
    expired: 'default',
  },
  erasure: {
    checking: 'info',
    requested: 'warning',
    approved: 'info',
    erased: 'success',
    blocked: 'warning',
    rejected: 'error',
    withdrawn: 'default',
  },
  delivery: {
    queued: 'info',
    sending: 'info',
    sent: 'success',
    failed: 'error',
    merged: 'success',
    suppressed: 'warning',
  },
  group_message: {
    scheduled: 'info',
    sending: 'warning',
    sent: 'success',
    cancelled: 'default',
  },
  inquiry: { open: 'warning', answered: 'success', closed: 'default' },
  number_case: {
    open: 'warning',
    more_requested: 'info',
    granted: 'success',
    refused: 'error',
    withdrawn: 'default',
  },
  partner_client: { active: 'success', expired: 'warning', revoked: 'default' },
  payment: {
    created: 'info',
    redirected: 'info',
    succeeded: 'success',
    failed: 'error',
    under_review: 'warning',
    // The charge's status after a refund: see `shownStatus` of the payments.
    refunded: 'info',
    partly_refunded: 'info',
  },
  payment_account: { active: 'success', overdue: 'error', stopped: 'default' },
  registration_fee: { planned: 'info', in_effect: 'success', over: 'default' },
  refund: { requested: 'info', sent: 'info', done: 'success', failed: 'error' },
  request: {
    pending: 'warning',
    approved: 'success',
    rejected: 'error',
    returned: 'warning',
    withdrawn: 'default',
  },
  requirement: { valid: 'success', expiring: 'warning', expired: 'error', missing: 'error' },
  row: {
    unchecked: 'default',
    matching: 'info',
    invalid: 'error',
    decide: 'warning',
    valid: 'success',
    skipped: 'default',
    enrolled: 'success',
    waitlisted: 'warning',
    failed: 'error',
  },
  organization: { suspended: 'error' },
  staff: { invited: 'info', declined: 'error', active: 'success', suspended: 'default' },
  step: {
    waiting: 'default',
    current: 'info',
    approved: 'success',
    rejected: 'error',
    returned: 'warning',
    withdrawn: 'default',
    skipped: 'warning',
  },
  training: { draft: 'default', published: 'success', archived: 'default' },
  verification: {
    valid: 'success',
    expired: 'error',
    suspended: 'warning',
    revoked: 'error',
    superseded: 'warning',
    unknown: 'default',
  },
  version: { draft: 'default', scheduled: 'info', published: 'success', replaced: 'default' },
  announcement: {
    draft: 'default',
    submitted: 'info',
    returned: 'warning',
    rejected: 'error',
    published: 'success',
    closed: 'default',
  },
  webhook_endpoint: { active: 'success', paused: 'default' },
  webhook: { queued: 'info', sending: 'info', delivered: 'success', failed: 'error' },
} as const satisfies Record<string, Record<string, StatusColor>>;

export type StatusNoun = keyof typeof statuses;

/** Returns the colour of a status; unknown ones have the default. */
export function statusColor(noun: StatusNoun, status: string): StatusColor {
  const colors: Record<string, StatusColor> = statuses[noun];
  return colors[status] ?? 'default';
}

/** Returns the text of a status; unknown ones keep the API's name. */
export const statusText = (t: TFunction, noun: StatusNoun, status: string): string =>
  t(`status.${noun}.${status}`, { defaultValue: status });
