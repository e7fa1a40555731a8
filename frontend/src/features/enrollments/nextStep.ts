import type { EnrollmentRead } from '@/api/enrollment';

/**
 * The candidate's next step; the texts are `my_batches.next.<name>`. More precise than the server's
 * `next_step`, because charges are created and settled a moment later.
 */
export type NextStepName =
  | 'await_acceptance'
  | 'await_seat'
  | 'payment_preparing'
  | 'pay'
  | 'payment_settling'
  | 'attend'
  | 'attending'
  | 'ended'
  | 'completed'
  | 'rejected'
  | 'cancelled'
  | 'expired';

type Progress = Pick<EnrollmentRead, 'status' | 'charge_id' | 'charge_status'> & {
  batch: Pick<EnrollmentRead['batch'], 'starts_at' | 'ends_at'>;
};

export function getNextStep(enrollment: Progress, now: number): NextStepName {
  switch (enrollment.status) {
    case 'requested':
      return 'await_acceptance';
    case 'waitlisted':
      return 'await_seat';
    case 'pending_payment':
      if (enrollment.charge_status === 'paid') return 'payment_settling';
      return enrollment.charge_id ? 'pay' : 'payment_preparing';
    case 'confirmed':
      if (Date.parse(enrollment.batch.starts_at) > now) return 'attend';
      return Date.parse(enrollment.batch.ends_at) > now ? 'attending' : 'ended';
    default:
      return enrollment.status;
  }
}

/** Returns whether the status may change without an action of the candidate. */
export const isPending = ({ status }: Pick<EnrollmentRead, 'status'>): boolean =>
  ['requested', 'waitlisted', 'pending_payment'].includes(status);

const PREPARING_MS = 1_500;
const PENDING_MS = 10_000;

/** Returns the polling interval; new charges arrive without a notification. */
export function getPollingInterval(enrollment: Progress | undefined, now: number): number | false {
  if (!enrollment) return false;
  // The charge of an ended enrollment is closed a moment later.
  if (!isPending(enrollment)) return enrollment.charge_status === 'open' ? PREPARING_MS : false;
  const step = getNextStep(enrollment, now);
  return step === 'payment_preparing' || step === 'payment_settling' ? PREPARING_MS : PENDING_MS;
}

/**
 * Returns the relevant one of the enrollments in a batch, newest first: the active one, else the
 * last.
 */
export function findCurrent<Row extends Pick<EnrollmentRead, 'status'>>(
  enrollments: readonly Row[],
): Row | undefined {
  return enrollments.find((one) => isPending(one) || one.status === 'confirmed') ?? enrollments[0];
}
