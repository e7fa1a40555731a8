import type { BatchRead } from '@/api/catalog';

const HOUR_MS = 3_600_000;

/**
 * Returns the payment deadline of a seat given at `now` (milliseconds), at most the start of the
 * batch.
 */
export function paymentDue(
  { payment_window_hours, starts_at }: Pick<BatchRead, 'payment_window_hours' | 'starts_at'>,
  now: number,
): Date {
  return new Date(Math.min(now + payment_window_hours * HOUR_MS, new Date(starts_at).getTime()));
}
