import type { Kind } from '@/api/notifications';
import type { Tag } from '@/api/runtime/tags.gen';

/** `user` is the session's user, whose gates may change after a decision or payment. */
type Invalidations = Tag | 'user';

const enrollment: readonly Invalidations[] = ['enrollments', 'seats', 'batches', 'charges'];
const bulk: readonly Invalidations[] = ['bulk_enrollments', 'enrollments', 'seats', 'charges'];
const certificate: readonly Invalidations[] = ['certificates'];
const application: readonly Invalidations[] = ['applications', 'charges'];
const payment: readonly Invalidations[] = ['payments', 'charges', 'enrollments'];
const security: readonly Invalidations[] = ['second factor', 'passkeys', 'openid'];
const approval: readonly Invalidations[] = ['approvals', 'organizations', 'profiles', 'user'];
const number: readonly Invalidations[] = ['number cases', 'user'];

/** The data that each kind of notification invalidates. */
const tagsByKind: Record<Kind, readonly Invalidations[]> = {
  welcome: [],
  otp_verification: [],
  otp_password_reset: [],
  otp_email_change: [],
  email_changed: [],
  sign_in_details_changed: [],
  confirmation_waits: ['confirmations', 'users', 'candidates', 'number cases'],
  sign_up_attempted: [],
  user_invited: [],
  staff_invited: [],
  trainer_invited: [],
  candidate_invited: [],
  candidate_brought: [],
  enrollment_requested: enrollment,
  enrollment_accepted: enrollment,
  enrollment_pending_payment: enrollment,
  enrollment_promoted_request: enrollment,
  enrollment_promoted_pending_payment: enrollment,
  enrollment_promoted: enrollment,
  enrollment_confirmed: enrollment,
  enrollment_rejected: enrollment,
  enrollment_waitlisted: enrollment,
  enrollment_expired: enrollment,
  enrollment_cancelled: enrollment,
  enrollment_moved: enrollment,
  enrollment_completed: [...enrollment, 'results'],
  bulk_checked: bulk,
  bulk_awaiting_payment: bulk,
  bulk_finished: bulk,
  bulk_expired: bulk,
  survey_opened: ['surveys'],
  application_submitted: application,
  application_approved: application,
  application_rejected: application,
  application_returned: application,
  application_expired: application,
  appeal_opened: ['appeals'],
  appeal_withdrawn: ['appeals'],
  appeal_upheld: ['appeals'],
  appeal_changed: ['appeals', 'results', 'attendance', 'enrollments'],
  certificate_issued: certificate,
  certificate_reissued: certificate,
  certificate_suspended: certificate,
  certificate_reinstated: certificate,
  certificate_revoked: certificate,
  certificate_expiring: certificate,
  certificates_expiring: certificate,
  certificates_requested: certificate,
  certificates_approved: certificate,
  certificates_rejected: certificate,
  batch_alerted: ['batches'],
  charge_paid: [...payment, 'seats', 'user'],
  charge_paid_on_account: [...payment, 'accounts', 'seats', 'user'],
  charge_refunded: [...payment, 'user'],
  charge_refunded_by_transfer: [...payment, 'user'],
  charge_refunded_on_account: [...payment, 'accounts', 'user'],
  payment_failed: payment,
  payment_failed_seat: [...payment, 'seats'],
  payment_under_review: payment,
  refund_failed: payment,
  bill_issued: ['accounts', 'charges'],
  bill_due: ['accounts', 'charges'],
  bill_overdue: ['accounts', 'charges'],
  announcement_approved: ['announcements', 'approvals'],
  announcement_rejected: ['announcements', 'approvals'],
  announcement_returned: ['announcements', 'approvals'],
  organization_approved: approval,
  organization_rejected: approval,
  organization_returned: approval,
  organization_suspended: approval,
  organization_resumed: approval,
  staff_approved: approval,
  staff_rejected: approval,
  staff_returned: approval,
  approval_advanced: ['approvals'],
  approval_waiting: ['approvals'],
  approval_due: ['approvals'],
  approval_overdue: ['approvals'],
  approval_unassigned: ['approvals'],
  approval_given: ['approvals'],
  approval_escalated: ['approvals'],
  approval_level_unattended: ['approval levels'],
  approval_delegated: ['approvals'],
  approval_delegation_taken_back: ['approvals'],
  approval_delegation_given_back: ['approvals'],
  approval_delegate_left: ['approvals'],
  document_expiring: ['organizations', 'documents'],
  document_replaced: ['organizations'],
  staff_document_replaced: ['users'],
  partner_client_expiring: ['partner clients'],
  partner_secret_rotated: ['partner clients'],
  roles_changed: ['user'],
  number_asked: number,
  number_claimed: number,
  number_case_waits: number,
  number_more_requested: number,
  number_granted: number,
  number_lost: number,
  number_refused: number,
  number_kept: number,
  inquiry_received: [],
  inquiry_answered: [],
  inquiry_assigned: ['queries'],
  inquiry_replied: ['queries'],
  group_message: [],
  data_ready: ['own data'],
  erasure_waits: ['erasures'],
  erasure_requested: ['own data'],
  erasure_rejected: ['own data'],
  erasure_blocked: ['own data'],
  second_factor_on: security,
  second_factor_off: security,
  second_factor_reset: security,
  recovery_codes_renewed: security,
  recovery_code_used: security,
  passkey_added: security,
  passkey_removed: security,
  openid_linked: security,
  openid_unlinked: security,
};

/**
 * Returns the tags that a notification invalidates, including the notification list, and whether to
 * reload the user.
 */
export function getInvalidations(kind: Kind): { tags: Tag[]; user: boolean } {
  // A kind that this build does not know invalidates only the list.
  const all = tagsByKind[kind] ?? [];
  const tags = all.filter((name): name is Tag => name !== 'user');
  return { tags: ['notifications', ...tags], user: all.includes('user') };
}
