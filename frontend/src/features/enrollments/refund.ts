import type { EnrollmentRead } from '@/api/enrollment';

/** What a cancellation does to the money; the texts are `my_batches.cancel.<rule>`. */
export type RefundRule = 'nothing_due' | 'not_paid' | 'whole_price' | 'no_refund';

/**
 * Cancelled up to `refundable_until` the whole price goes back, later nothing does; who has not
 * paid yet owes nothing.
 */
export function refundRule(
  enrollment: Pick<EnrollmentRead, 'price_minor' | 'status' | 'charge_status' | 'refundable_until'>,
  now: number,
): RefundRule {
  if (enrollment.price_minor === 0) return 'nothing_due';
  const paid = enrollment.status === 'confirmed' || enrollment.charge_status === 'paid';
  if (!paid) return 'not_paid';
  const until = enrollment.refundable_until;
  return until !== null && now <= Date.parse(until) ? 'whole_price' : 'no_refund';
}
