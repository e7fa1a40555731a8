import type { EnrollmentRead } from '@/api/enrollment';

/** The refund of a cancellation; the texts are `my_batches.cancel.<rule>`. */
export type RefundRule = 'nothing_due' | 'not_paid' | 'whole_price' | 'part' | 'no_refund';

/**
 * Returns the refund rule: the whole price until `refundable_until`, later the share of the batch's
 * terms; without a payment nothing.
 */
export function refundRule(
  enrollment: Pick<
    EnrollmentRead,
    'price_minor' | 'status' | 'charge_status' | 'refundable_until' | 'batch'
  >,
  now: number,
): RefundRule {
  if (enrollment.price_minor === 0) return 'nothing_due';
  const paid = enrollment.status === 'confirmed' || enrollment.charge_status === 'paid';
  if (!paid) return 'not_paid';
  const until = enrollment.refundable_until;
  const { kept_percent: kept } = enrollment.batch;
  if (kept === 0 || (until !== null && now <= Date.parse(until))) return 'whole_price';
  return kept === 100 ? 'no_refund' : 'part';
}
