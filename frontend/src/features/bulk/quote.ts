import type { BulkBatch, BulkEnrollmentDetail } from '@/api/enrollment';

/** How many of a batch's people get a seat. */
export const countSeated = (batch: BulkBatch) =>
  Math.min(batch.rows, countFilled(batch) + Math.max(0, batch.seats_left));

/** How many of them get a seat that the organization has bought before. */
export const countFilled = ({ rows, own_seats }: BulkBatch) => Math.min(rows, own_seats);

/** How many people there are no seats for. */
export const countWaiting = ({ batches }: BulkEnrollmentDetail) =>
  batches.reduce((sum, batch) => sum + batch.rows - countSeated(batch), 0);

export const getCurrency = ({ batches, currency, quote }: BulkEnrollmentDetail) =>
  currency || quote?.currency || (batches[0]?.currency ?? 'SAR');
