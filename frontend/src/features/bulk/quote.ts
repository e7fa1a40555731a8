import type { BulkBatch, BulkEnrollmentDetail } from '@/api/enrollment';

/** Returns the number of people of a batch who get a seat. */
export const countSeated = (batch: BulkBatch) =>
  Math.min(batch.rows, countFilled(batch) + Math.max(0, batch.seats_left));

/** Returns how many of them get a seat that the organization already purchased. */
export const countFilled = ({ rows, own_seats }: BulkBatch) => Math.min(rows, own_seats);

/** Returns the number of people without a seat. */
export const countWaiting = ({ batches }: BulkEnrollmentDetail) =>
  batches.reduce((sum, batch) => sum + batch.rows - countSeated(batch), 0);

export const getCurrency = ({ batches, currency, quote }: BulkEnrollmentDetail) =>
  currency || quote?.currency || (batches[0]?.currency ?? 'SAR');
